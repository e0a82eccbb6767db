import { deletionPage } from "../views/account/delete.ts";
import { linkPage } from "../views/account/identities/link.ts";
import { identitiesPage } from "../views/account/identities.ts";
import { noPasswordPage } from "../views/account/password.ts";
import { identityProblemPage } from "../views/identity-provider.ts";
import type { Frame } from "../views/layout.ts";
import { passwordsOffPage } from "../views/passwords-off.ts";
import { firstSignInPage } from "../views/sign-in/first.ts";
import { suspendedPage } from "../views/sign-in/from/id.ts";
import { leadingPage } from "../views/sign-in/with/id.ts";
import { signInPage } from "../views/sign-in.ts";
import { signingOutPage } from "../views/sign-out.ts";
import { exampleViewer } from "./example-viewer.ts";
import { factorMails, type GalleryState } from "./gallery-state.ts";
import { hostile } from "./hostile.ts";

export function identityStates(bare: Frame): readonly GalleryState[] {
  const frame = { ...bare, hasIdentityProviders: true };
  const staff = { id: "staff", name: "Example Staff" };
  const hostileOne = { id: "partners", name: hostile.rightToLeft };
  const ways = { passwords: true, resetByMail: true, signUp: true, providers: [staff, hostileOne] };
  const asking = { frame, action: "/sign-in", csrf: "example", continueTo: "/account" };
  const first = {
    ...{ frame, csrf: "example", provider: staff.name, makes: true },
    ...{ screenName: "alice", email: "alice@users.example" },
  };
  const of = { frame, provider: staff.name, continueTo: "/account" };
  const problems = [
    ...(["unreachable", "rejected", "canceled", "invalid", "stale"] as const),
    ...(["no-account", "changed", "other-user"] as const),
  ];
  const location = "https://login.example/authorize?client_id=countersign";
  const only = { passwords: false, resetByMail: false, signUp: false, providers: [staff] };
  const news = ["identityLinked", "identityUnlinked", "identityRemoved"] as const;
  return [
    { name: "sign-in-providers", page: signInPage({ ...asking, username: "", ways }) },
    {
      name: "sign-in-providers-wrong",
      page: signInPage({ ...asking, username: "alice", ways, problem: "wrong" }),
    },
    { name: "sign-in-providers-only", page: signInPage({ ...asking, username: "", ways: only }) },
    { name: "sign-in-leading", page: leadingPage({ ...of, location }) },
    {
      name: "signing-out",
      page: signingOutPage({ frame, provider: hostile.rightToLeft, location }),
    },
    ...problems.map((problem) => ({
      name: `sign-in-identity-${problem}`,
      page: identityProblemPage({ ...of, problem }),
    })),
    {
      name: "sign-in-identity-suspended",
      page: suspendedPage({ frame, because: hostile.script }),
    },
    { name: "sign-in-first", page: firstSignInPage(first) },
    { name: "sign-in-first-taken", page: firstSignInPage({ ...first, problem: "taken" }) },
    {
      name: "sign-in-first-hostile",
      page: firstSignInPage({
        ...first,
        provider: hostile.script,
        email: hostile.long,
        applicationName: hostile.rightToLeft,
        problem: "screen-name",
      }),
    },
    { name: "sign-in-first-links", page: firstSignInPage({ ...first, makes: false }) },
    { name: "passwords-off", page: passwordsOffPage(frame) },
    ...accountStates(frame),
    ...factorMails(frame, news),
  ];
}

function accountStates(frame: Frame): readonly GalleryState[] {
  const viewer = exampleViewer(frame);
  const staff = { id: "staff", name: "Example Staff" };
  const providers = [staff, { id: "partners", name: "Partners" }];
  const since = Date.UTC(2026, 4, 3, 10, 20);
  const linked = { issuer: "https://login.example", subject: "a81c7d", linkedAt: since };
  const usual = { ...linked, provider: staff.name, isLastSignInMethod: false };
  const gone = { ...usual, issuer: "https://old.example", provider: undefined };
  const data = { viewer, identities: [usual, gone], providers };
  const later = { ...viewer, signedInRecently: false };
  const atProvider = { ...later, authenticatesBy: "provider" as const, authenticatesAt: [staff] };
  const both = { ...later, authenticatesAt: [staff] };
  const missing = { problem: "missing-provider" as const, minutes: 0 };
  const waits = { provider: staff.name, who: "alice@users.example", notNow: "/account" };
  return [
    { name: "account-identities", page: identitiesPage(data) },
    { name: "account-identities-none", page: identitiesPage({ ...data, identities: [] }) },
    { name: "account-identities-linked", page: identitiesPage({ ...data, done: "linked" }) },
    { name: "account-identities-unlinked", page: identitiesPage({ ...data, done: "unlinked" }) },
    {
      name: "account-identities-last",
      page: identitiesPage({
        ...data,
        identities: [{ ...usual, isLastSignInMethod: true, subject: hostile.long }],
        problem: "last-sign-in-method",
      }),
    },
    { name: "account-identities-older-sign-in", page: identitiesPage({ ...data, viewer: both }) },
    {
      name: "account-identities-reauthentication",
      page: identitiesPage({
        ...data,
        viewer: atProvider,
        reauthentication: { ...missing, identity: linked },
      }),
    },
    { name: "account-identities-link", page: linkPage({ viewer, waits }) },
    {
      name: "account-identities-link-enter",
      page: linkPage({
        viewer,
        waits: { ...waits, enterAt: { id: "staff", continueTo: "/account" } },
      }),
    },
    {
      name: "account-identities-link-hostile",
      page: linkPage({ viewer, waits: { ...waits, who: hostile.script, provider: hostile.long } }),
    },
    {
      name: "account-identities-link-reauthentication",
      page: linkPage({ viewer: atProvider, waits, reauthentication: missing }),
    },
    {
      name: "account-identities-link-too-many",
      page: linkPage({ viewer, waits, problem: "too-many" }),
    },
    ...(["taken", "changed"] as const).map((problem) => ({
      name: `account-identities-link-${problem}`,
      page: linkPage({ viewer, problem }),
    })),
    { name: "account-no-password", page: noPasswordPage(viewer) },
    {
      name: "account-delete-without-password",
      page: deletionPage({
        viewer: atProvider,
        owned: [],
        password: false,
        reauthentication: missing,
      }),
    },
  ];
}
