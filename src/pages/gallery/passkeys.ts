import { dayMs } from "../../domain/day.ts";
import type { Factors } from "../../domain/factors.ts";
import type { Passkey, PasskeyId } from "../../domain/passkey.ts";
import { passkeysPage } from "../views/account/passkeys.ts";
import { twoStepPage } from "../views/account/two-step.ts";
import type { Frame } from "../views/layout.ts";
import { codePage } from "../views/sign-in/code.ts";
import { signInPage } from "../views/sign-in.ts";
import { exampleViewer } from "./example-viewer.ts";
import { factorMails, type GalleryState } from "./gallery-state.ts";
import { hostile } from "./hostile.ts";

export function passkeyStates(frame: Frame): readonly GalleryState[] {
  const [csrf, continueTo] = ["example", "/account"];
  const ways = { passwords: true, resetByMail: true, signUp: true, providers: [] };
  const signingIn = { frame, action: "/sign-in", csrf, continueTo, username: "", ways, passkey };
  const asking = { frame, csrf, continueTo, screenName: "alice", passkey };
  const problems = ["wrong", "late", "counter-back"] as const;
  const news = ["passkeyAdded", "passkeyRemoved", "passkeyCounterBack"] as const;
  return [
    { name: "sign-in-passkey", page: signInPage(signingIn) },
    { name: "sign-in-code-passkey", page: codePage(asking) },
    ...problems.flatMap((passkeyProblem) => [
      {
        name: `sign-in-passkey-${passkeyProblem}`,
        page: signInPage({ ...signingIn, passkeyProblem }),
      },
      {
        name: `sign-in-code-passkey-${passkeyProblem}`,
        page: codePage({ ...asking, passkeyProblem }),
      },
    ]),
    ...accountStates(frame),
    ...factorMails(frame, news),
  ];
}

function accountStates(frame: Frame): readonly GalleryState[] {
  const viewer = exampleViewer(frame);
  const none: Factors = { totp: undefined, passkeys: [], recoveryCodes: 0 };
  const one: Factors = { totp: undefined, passkeys: [example("a", "MacBook")], recoveryCodes: 10 };
  const many: Factors = {
    totp: { since },
    passkeys: [example("a", "MacBook"), example("b", hostile.long), example("c", hostile.script)],
    recoveryCodes: 8,
  };
  const data = {
    viewer,
    factors: many,
    options: passkey,
    isFull: false,
    mustBefore: false,
    continueTo: undefined,
  };
  const later = {
    ...data,
    viewer: { ...viewer, signedInRecently: false, authenticatesBy: "code" as const, passkey },
  };
  const reauthentication = ["wrong-passkey", "late-passkey", "counter-back-passkey"] as const;
  const problems = ["taken", "too-many", "last-sign-in-method", "late"] as const;
  return [
    { name: "account-passkeys", page: passkeysPage(data) },
    { name: "account-passkeys-none", page: passkeysPage({ ...data, factors: none }) },
    { name: "account-passkeys-one", page: passkeysPage({ ...data, factors: one, done: "added" }) },
    { name: "account-passkeys-renamed", page: passkeysPage({ ...data, done: "renamed" }) },
    { name: "account-passkeys-full", page: passkeysPage({ ...data, isFull: true }) },
    {
      name: "account-passkeys-removed",
      page: passkeysPage({ ...data, factors: none, done: "removed" }),
    },
    { name: "account-passkeys-not-here", page: passkeysPage({ ...data, options: undefined }) },
    {
      name: "account-passkeys-overdue",
      page: passkeysPage({ ...data, factors: none, mustBefore: true, continueTo: "/portal" }),
    },
    { name: "account-passkeys-asked-again", page: passkeysPage(later) },
    ...reauthentication.map((problem) => ({
      name: `account-passkeys-reauthentication-${problem}`,
      page: passkeysPage({ ...later, reauthentication: { problem, minutes: 0, of: "a" } }),
    })),
    ...problems.map((problem) => ({
      name: `account-passkeys-${problem}`,
      page: passkeysPage({ ...data, problem }),
    })),
    { name: "account-two-step-by-passkey", page: twoStepPage({ viewer, factors: one }) },
  ];
}

const since = Date.UTC(2026, 4, 3, 10, 20);

/** A page makes this request to the browser; this one cannot succeed. */
const passkey = JSON.stringify({
  challenge: "ZXhhbXBsZQ",
  rpId: "id.example.com",
  allowCredentials: [],
  excludeCredentials: [],
});

function example(id: string, name: string): Passkey {
  const lastUsedAt = id === "a" ? since + dayMs : undefined;
  return { id: id as PasskeyId, name, transports: [], createdAt: since, lastUsedAt };
}
