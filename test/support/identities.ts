/** A service whose people sign in at a provider of the test's, and the way there and back. */
import { randomBytes } from "node:crypto";
import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { keepProvedIdentity } from "../../src/authentication/proved-identity.ts";
import { mintSessionId, tokenDigest } from "../../src/domain/credentials.ts";
import type { IdentityKey } from "../../src/domain/identity.ts";
import { byCommandLine } from "../../src/events/context.ts";
import { identityChanged } from "../../src/events/sign-in.ts";
import type { FalseProvider } from "./false-provider.ts";
import { formOn, type Person, type Shown } from "./person.ts";
import { startTestService, type TestService, type TestUser } from "./service.ts";
import type { World } from "./world.ts";

type Entry = Readonly<Record<string, unknown>> & { readonly id: string; readonly issuer: string };

/** Of the false provider, as an operator's file names it. */
export function entryOf({ issuer }: { readonly issuer: string }, more: object = {}): Entry {
  const client = { client_id: "countersign", client_secret: "a secret of the test" };
  return { id: "staff", name: "Staff", issuer, ...client, first_sign_in: "create", ...more };
}

/** The file that names them, in a folder of its own; the caller removes that. */
export function providersIn(entries: readonly Entry[]): string {
  const file = join(mkdtempSync(join(tmpdir(), "countersign-test-")), "providers.json");
  writeFileSync(file, JSON.stringify({ providers: entries }));
  return file;
}

/** Mail and limits are off; `clock` as elsewhere. */
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

/** Links it in the ledger. That ends every session of the user but one, which `own` has from then on. */
export async function linkTo(
  { ledger, clock }: World,
  user: TestUser,
  identity: IdentityKey,
  own?: Person,
): Promise<void> {
  const id = mintSessionId(randomBytes);
  const proofs = (["password", "totp"] as const).map((kind) => ({ kind, at: clock.now }));
  const session = {
    ...{ digest: tokenDigest(id), replaces: undefined, userId: user.id, now: clock.now },
    ...{ proofs, signedInFor: undefined, userAgent: "", address: "" },
  };
  const event = identityChanged(byCommandLine(clock.now), user.id, "linked", identity.issuer);
  await ledger.linkIdentity({ identity, session }, event);
  own?.cookies.set("session", id);
}

/** As if `own` came back from the first provider at that time, and no account had the identity. */
export function leaveProved(
  { service }: World,
  own: Person,
  identity: IdentityKey,
  at: number,
): void {
  const { dependencies } = service;
  const [provider] = dependencies.identityProviders.all;
  if (provider === undefined) throw new Error("the service has no provider");
  const proved = {
    ...{ identity, claims: {}, enteredAt: undefined, again: true, sid: undefined },
    ...{ provedAt: at, continueTo: "/account", linkTo: undefined },
  };
  const line = keepProvedIdentity(provider, proved, { ...dependencies, clock: () => at });
  own.cookies.set("identity", /^identity=([^;]+)/.exec(line)?.[1] ?? "");
}

/** Where the page leads that is shown on the way: what a browser does by itself. */
export function ledTo({ headers }: Shown): string {
  return /^0; url=(.+)$/.exec(headers.get("refresh") ?? "")?.[1] ?? "";
}

/** Sends the form of a page that leads to the provider. */
export function begin(
  person: Person,
  page: Shown,
  id = "staff",
  more: Readonly<Record<string, string>> = {},
): Promise<Shown> {
  const action = `/sign-in/with/${id}`;
  const form = page.html.match(new RegExp(`<form[^>]*action="${action}".*?</form>`, "s"))?.[0];
  if (form === undefined) throw new Error(`no form leads to ${id}:\n${page.html}`);
  return person.post(action, { ...formOn(form).hidden, ...more });
}

/** There and back, as whom the provider says; what the answer is answered with. */
export async function throughProvider(
  person: Person,
  provider: FalseProvider,
  page: Shown,
  more: { readonly id?: string; readonly fields?: Readonly<Record<string, string>> } = {},
): Promise<Shown> {
  const leading = await begin(person, page, more.id, more.fields);
  const back = provider.signIn(ledTo(leading));
  return person.get(back.pathname + back.search);
}
