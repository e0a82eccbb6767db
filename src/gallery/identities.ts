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
import { examplePerson } from "./example-person.ts";
import { factorMails } from "./factor-mails.ts";
import type { GalleryState } from "./gallery-state.ts";

export function identityStates(
  bare: Frame,
  hostile: { readonly long: string; readonly script: string; readonly rightToLeft: string },
): readonly GalleryState[] {
  const frame = { ...bare, hasIdentityProviders: true };
  const staff = { id: "staff", name: "Example Staff" };
  const hostileOne = { id: "partners", name: hostile.rightToLeft };
  const ways = { passwords: true, resetByMail: true, signUp: true, providers: [staff, hostileOne] };
  const asking = { frame, action: "/sign-in", csrf: "example", continueTo: "/account" };
  const first = {
    ...{ frame, csrf: "example", provider: staff.name, makes: true },
    ...{ screenName: "alice", email: "alice@people.example" },
  };
  const of = { frame, provider: staff.name, continueTo: "/account" };
  const problems = [
    ...(["unreachable", "refused", "cancelled", "invalid", "stale"] as const),
    ...(["no-account", "changed", "taken", "other-person"] as const),
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
    ...accountStates(frame, hostile),
    ...factorMails(frame, news),
  ];
}

function accountStates(
  frame: Frame,
  hostile: { readonly long: string; readonly script: string },
): readonly GalleryState[] {
  const person = examplePerson(frame);
  const staff = { id: "staff", name: "Example Staff" };
  const providers = [staff, { id: "partners", name: "Partners" }];
  const since = Date.UTC(2026, 4, 3, 10, 20);
  const linked = { issuer: "https://login.example", subject: "a81c7d", linkedAt: since };
  const usual = { ...linked, provider: staff.name, isLastWayIn: false };
  const gone = { ...usual, issuer: "https://old.example", provider: undefined };
  const shown = { person, identities: [usual, gone], providers };
  const later = { ...person, signedInRecently: false };
  const atProvider = { ...later, provesBy: "provider" as const, provesAt: [staff] };
  const both = { ...later, provesAt: [staff] };
  const missing = { problem: "missing-provider" as const, minutes: 0 };
  const waits = { provider: staff.name, who: "alice@people.example", notNow: "/account" };
  return [
    { name: "account-identities", page: identitiesPage(shown) },
    { name: "account-identities-none", page: identitiesPage({ ...shown, identities: [] }) },
    { name: "account-identities-linked", page: identitiesPage({ ...shown, done: "linked" }) },
    { name: "account-identities-unlinked", page: identitiesPage({ ...shown, done: "unlinked" }) },
    {
      name: "account-identities-last",
      page: identitiesPage({
        ...shown,
        identities: [{ ...usual, isLastWayIn: true, subject: hostile.long }],
        problem: "last-way-in",
      }),
    },
    { name: "account-identities-older-sign-in", page: identitiesPage({ ...shown, person: both }) },
    {
      name: "account-identities-unproven",
      page: identitiesPage({
        ...shown,
        person: atProvider,
        unproven: { ...missing, identity: linked },
      }),
    },
    { name: "account-identities-link", page: linkPage({ person, waits }) },
    {
      name: "account-identities-link-enter",
      page: linkPage({
        person,
        waits: { ...waits, enterAt: { id: "staff", continueTo: "/account" } },
      }),
    },
    {
      name: "account-identities-link-hostile",
      page: linkPage({ person, waits: { ...waits, who: hostile.script, provider: hostile.long } }),
    },
    {
      name: "account-identities-link-unproven",
      page: linkPage({ person: atProvider, waits, unproven: missing }),
    },
    {
      name: "account-identities-link-too-many",
      page: linkPage({ person, waits, problem: "too-many" }),
    },
    ...(["taken", "changed"] as const).map((problem) => ({
      name: `account-identities-link-${problem}`,
      page: linkPage({ person, problem }),
    })),
    { name: "account-no-password", page: noPasswordPage(person) },
    {
      name: "account-delete-without-password",
      page: deletionPage({ person: atProvider, owned: [], password: false, unproven: missing }),
    },
  ];
}
