import { Secret } from "../../domain/credentials.ts";
import { deletionPage } from "../views/account/delete.ts";
import { passwordPage } from "../views/account/password.ts";
import { recoveryCodesPage } from "../views/account/recovery-codes.ts";
import { setUpPage } from "../views/account/two-step/set-up.ts";
import { twoStepPage } from "../views/account/two-step.ts";
import type { Frame } from "../views/layout.ts";
import { codePage } from "../views/sign-in/code.ts";
import type { Viewer } from "../views/viewer.ts";
import { exampleViewer } from "./example-viewer.ts";
import { factorMails, type GalleryState } from "./gallery-state.ts";
import { hostile } from "./hostile.ts";

export function twoStepStates(frame: Frame): readonly GalleryState[] {
  const asking = { frame, csrf: "example", continueTo: "/account", screenName: "alice" };
  const news = [
    ...(["turnedOn", "turnedOff", "newCodes", "codeUsed"] as const),
    ...(["appRemoved", "passkeyTaken"] as const),
    ...(["codesRejected", "removed", "recoveryLinkMade", "recovered"] as const),
  ];
  return [
    { name: "sign-in-code", page: codePage(asking) },
    {
      name: "sign-in-code-for-application",
      page: codePage({ ...asking, applicationName: "Weather Bot" }),
    },
    ...(["missing", "wrong", "used", "too-many"] as const).map((problem) => ({
      name: `sign-in-code-${problem}`,
      page: codePage({ ...asking, problem, minutes: 7 }),
    })),
    {
      name: "sign-in-code-hostile",
      page: codePage({
        ...asking,
        screenName: hostile.screenName,
        applicationName: hostile.script,
      }),
    },
    ...accountStates(exampleViewer(frame)),
    ...factorMails(frame, news),
  ];
}

function accountStates(viewer: Viewer): readonly GalleryState[] {
  const since = Date.UTC(2026, 4, 3, 10, 20);
  const on = { totp: { since }, passkeys: [], recoveryCodes: 8 };
  const off = { totp: undefined, passkeys: [], recoveryCodes: 0 };
  const later = { ...viewer, signedInRecently: false, authenticatesBy: "code" as const };
  const waits = { ...viewer, secondFactor: { daysLeft: 5, until: since } };
  const missing = { problem: "missing-code" as const, minutes: 0 };
  const adding = {
    viewer,
    continueTo: "/account/two-step",
    offer: "example",
    secret: new Secret("JBSWY3DPEHPK3PXPJBSWY3DPEHPK3PXP"),
    address:
      "otpauth://totp/Example%20ID:alice?issuer=Example%20ID&secret=JBSWY3DPEHPK3PXPJBSWY3DPEHPK3PXP&algorithm=SHA1&digits=6&period=30",
    replaces: false,
    mustBefore: false,
    wrong: false,
    reauthentication: undefined,
  };
  const codes = Array.from({ length: 10 }, (_, at) => `4k2p-9xwd-71h${at}-qz5e`);
  return [
    { name: "account-two-step-off", page: twoStepPage({ viewer, factors: off }) },
    {
      name: "account-two-step-turned-off",
      page: twoStepPage({ viewer, factors: off, turnedOff: true }),
    },
    { name: "account-two-step-due", page: twoStepPage({ viewer: waits, factors: off }) },
    { name: "account-two-step-on", page: twoStepPage({ viewer, factors: on }) },
    {
      name: "account-two-step-few-codes",
      page: twoStepPage({ viewer, factors: { ...on, recoveryCodes: 1 } }),
    },
    {
      name: "account-two-step-required",
      page: twoStepPage({ viewer: { ...later, secondFactor: "required" }, factors: on }),
    },
    ...(["turn-off", "new-codes"] as const).map((change) => ({
      name: `account-two-step-${change}-reauthentication`,
      page: twoStepPage({ viewer: later, factors: on, reauthentication: { ...missing, change } }),
    })),
    { name: "account-two-step-set-up", page: setUpPage(adding) },
    { name: "account-two-step-set-up-wrong", page: setUpPage({ ...adding, wrong: true }) },
    {
      name: "account-two-step-set-up-reauthentication",
      page: setUpPage({ ...adding, viewer: later, replaces: true, reauthentication: missing }),
    },
    {
      name: "account-two-step-set-up-must",
      page: setUpPage({
        ...adding,
        viewer: { ...viewer, secondFactor: "required" },
        mustBefore: true,
      }),
    },
    {
      name: "account-two-step-set-up-due",
      page: setUpPage({ ...adding, viewer: waits, continueTo: "/account" }),
    },
    {
      name: "account-recovery-codes",
      page: recoveryCodesPage({ viewer, codes, continueTo: "/account/two-step" }),
    },
    {
      name: "account-password-weak",
      page: passwordPage({ viewer, weak: "common", continueTo: "/account" }),
    },
    { name: "account-password-with-code", page: passwordPage({ viewer: later }) },
    {
      name: "account-password-reauthentication",
      page: passwordPage({ viewer: later, reauthentication: missing }),
    },
    {
      name: "account-delete-reauthentication",
      page: deletionPage({ viewer: later, owned: [], reauthentication: missing }),
    },
  ];
}
