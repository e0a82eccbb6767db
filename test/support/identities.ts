/** A service whose users sign in at a test's identity provider, and the steps there and back. */

import { randomBytes } from "node:crypto";
import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { keepVerifiedIdentity } from "../../src/accounts/verified-identity.ts";
import { byCommandLine } from "../../src/domain/audit-context.ts";
import { mintSessionId, tokenDigest } from "../../src/domain/credentials.ts";
import type { IdentityKey } from "../../src/domain/identity.ts";
import type { FalseProvider } from "./false-provider.ts";
import { startTestService, type TestService, type TestUser } from "./service.ts";
import type { Shown, Visitor } from "./visitor.ts";
import { formOn } from "./visitor.ts";
import type { World } from "./world.ts";

type Entry = Readonly<Record<string, unknown>> & { readonly id: string; readonly issuer: string };

/** The entry for the false provider in an administrator's file. */
export function entryOf({ issuer }: { readonly issuer: string }, more: object = {}): Entry {
  const client = { client_id: "countersign", client_secret: "a secret of the test" };
  return { id: "staff", name: "Staff", issuer, ...client, first_sign_in: "create", ...more };
}

/** Writes the entries to a file in a new folder; the caller removes the folder. */
export function providersIn(entries: readonly Entry[]): string {
  const file = join(mkdtempSync(join(tmpdir(), "countersign-test-")), "providers.json");
  writeFileSync(file, JSON.stringify({ providers: entries }), { mode: 0o600 });
  return file;
}

/** Mail and limits are off; `clock` as in `startTestService`. */
export async function startIdentityService(
  entries: readonly Entry[],
  settings: Readonly<Record<string, string>> = {},
  clock?: () => number,
): Promise<TestService> {
  const file = providersIn(entries);
  try {
    return await startTestService({ IDENTITY_PROVIDERS: file, ...settings }, clock);
  } finally {
    rmSync(dirname(file), { recursive: true });
  }
}

/** Links the identity in the ledger. That ends all sessions of the user except one, which `own` has from then on. */
export async function linkTo(
  { ledger, clock }: Pick<World, "ledger" | "clock">,
  user: Pick<TestUser, "id">,
  identity: IdentityKey,
  own?: Visitor,
): Promise<void> {
  const id = mintSessionId(randomBytes);
  const authEvents = (["password", "totp"] as const).map((kind) => ({ kind, at: clock.now }));
  const session = {
    ...{ digest: tokenDigest(id), replaces: undefined, userId: user.id, now: clock.now },
    ...{ authEvents, signedInFor: undefined, userAgent: "", address: "" },
  };
  await ledger.linkIdentity({ identity, session }, byCommandLine(clock.now));
  own?.cookies.set("session", id);
}

/** As if `own` had come back from the first provider at that time, with an identity that no account has. */
export function leaveAuthenticated(
  { service }: World,
  own: Visitor,
  identity: IdentityKey,
  at: number,
): void {
  const { dependencies } = service;
  const [provider] = dependencies.identityProviders.all;
  if (provider === undefined) throw new Error("the service has no provider");
  const authenticated = {
    ...{ identity, claims: {}, enteredAt: undefined, again: true, sid: undefined },
    ...{ authenticatedAt: at, continueTo: "/account", linkTo: undefined },
  };
  const line = keepVerifiedIdentity(provider, authenticated, { ...dependencies, clock: () => at });
  own.cookies.set("identity", /^identity=([^;]+)/.exec(line)?.[1] ?? "");
}

/** The address that the page on the way leads to, which a browser opens by itself. */
export function ledTo({ headers }: Shown): string {
  return /^0; url=(.+)$/.exec(headers.get("refresh") ?? "")?.[1] ?? "";
}

/** Sends the form that leads from this page to the provider. */
export function begin(
  visitor: Visitor,
  page: Shown,
  id = "staff",
  more: Readonly<Record<string, string>> = {},
): Promise<Shown> {
  const action = `/sign-in/with/${id}`;
  const form = page.html.match(new RegExp(`<form[^>]*action="${action}".*?</form>`, "s"))?.[0];
  if (form === undefined) throw new Error(`no form leads to ${id}:\n${page.html}`);
  return visitor.post(action, { ...formOn(form).hidden, ...more });
}

/** Goes to the provider and back, as the user whom the provider names; returns the service's reply. */
export async function throughProvider(
  visitor: Visitor,
  provider: FalseProvider,
  page: Shown,
  more: { readonly id?: string; readonly fields?: Readonly<Record<string, string>> } = {},
): Promise<Shown> {
  const leading = await begin(visitor, page, more.id, more.fields);
  const back = provider.signIn(ledTo(leading));
  return visitor.get(back.pathname + back.search);
}
