import assert from "node:assert/strict";
import { randomBytes } from "node:crypto";
import { test } from "node:test";
import { incoming } from "../../test/support/incoming.ts";
import { makeUser, startTestService, type TestService } from "../../test/support/service.ts";
import { byCommandLine } from "../domain/audit-context.ts";
import {
  mintSessionId,
  Secret,
  type TokenDigest,
  tokenDigest,
  type UserId,
} from "../domain/credentials.ts";
import { mintRecoveryCodes, recoveryCodeDigest } from "../domain/factors.ts";
import { isPasswordHash } from "../domain/identity.ts";
import type { NewSession } from "../domain/session.ts";
import type { IdentityProvider } from "../tools/identity-providers/identity-provider.ts";
import { openIdentityProviders } from "../tools/identity-providers/identity-providers.ts";
import type { Browser, BrowserCall } from "./browser-session.ts";
import { finishSignIn, type NextPage } from "./open-session.ts";
import { makeAccountWithIdentity, signInWithIdentity } from "./sign-in-with-identity.ts";
import { waitingSignInOf } from "./waiting-sign-in.ts";

const staff: IdentityProvider = {
  id: "staff",
  name: "Staff",
  issuer: "https://login.example",
  clientId: "countersign",
  clientSecret: new Secret("secret"),
  scopes: ["openid"],
  firstSignIn: "create",
  screenNameClaim: "preferred_username",
  firstAdmin: { claim: "groups", value: "admins" },
  secondFactor: false,
};
const strong = { ...staff, secondFactor: true };
const identity = { issuer: staff.issuer, subject: "alice-1" };
const now = { enteredAt: 1, again: false, sid: undefined, authenticatedAt: 0 };
const verifiedEmail = { email: "alice@users.example", email_verified: true };

test("first sign-in: an account without a password, which the identity opens", async () => {
  await using service = await startTestService();
  const { ledger } = service.dependencies;
  const call = callOf(service);
  const authenticated = { ...now, identity, claims: { ...verifiedEmail, name: "Alice" } };
  assert.deepEqual(await signInWithIdentity(call, staff, authenticated, "/account"), {
    result: "unknown",
  });
  assert.equal(await makeAccountWithIdentity(call, staff, authenticated, "alice"), "created");
  const made = await ledger.identityHolder(identity);
  assert.equal(made?.user.email, "alice@users.example");
  assert.equal(made?.user.emailVerified, true);
  assert.equal(made?.user.name, "Alice");
  assert.equal(made?.user.isAdmin, false);
  assert.equal(isPasswordHash(made?.passwordHash ?? ""), false);
  const next = await continued(call, staff, "/portal");
  assert.equal(next.location, "/portal");
  const session = await sessionOf(service, next);
  assert.equal(session?.screenName, "alice");
  assert.deepEqual(
    session?.authEvents.map(({ kind }) => kind),
    ["identity-provider"],
  );
  assert.equal(
    next.cookies.some((line) => line.startsWith("browser=")),
    false,
  );
});

test("no address and no name finds an account: not a verified one, and not an unverified one", async () => {
  await using service = await startTestService();
  const { ledger } = service.dependencies;
  const call = callOf(service);
  const alice = await makeUser(ledger, "alice");
  for (const verified of [true, false]) {
    const claims = { ...verifiedEmail, email_verified: verified, preferred_username: "alice" };
    const outcome = await signInWithIdentity(call, staff, { ...now, identity }, "/account");
    assert.deepEqual(outcome, { result: "unknown" });
    const make = (name: string) => makeAccountWithIdentity(call, staff, { identity, claims }, name);
    assert.equal(await make("alice"), "screen-name-taken");
    assert.deepEqual(await ledger.identitiesOf(alice.id), []);
  }
});

test("what the provider tells is taken over as far as it can stand; an address that is not proven is not", async () => {
  await using service = await startTestService();
  const { ledger } = service.dependencies;
  const call = callOf(service);
  const make = async (subject: string, claims: Record<string, unknown>, name = subject) => {
    const key = { ...identity, subject };
    const outcome = await makeAccountWithIdentity(call, staff, { identity: key, claims }, name);
    return outcome === "created" ? (await ledger.identityHolder(key))?.user : outcome;
  };
  assert.equal(await make("a", verifiedEmail, "no name"), "screen-name");
  for (const [subject, claims] of [
    ["a", { email: "alice@users.example" }],
    ["b", { email: "alice@users.example", email_verified: "true" }],
    ["c", { email: "no address", email_verified: true, name: "x".repeat(51) }],
    ["d", { email: ["x"], email_verified: true, name: 7 }],
  ] as const) {
    const user = await make(subject, claims);
    assert.ok(user !== undefined && typeof user !== "string", JSON.stringify(claims));
    assert.deepEqual([user.email, user.emailVerified, user.name], ["", false, ""]);
  }
  assert.equal(await make("a", verifiedEmail, "again"), "identity-taken");
});

test("the first administrator is who has the value of the claim, while there is none", async () => {
  await using service = await startTestService();
  const { ledger } = service.dependencies;
  const call = callOf(service);
  const make = async (subject: string, claims: Record<string, unknown>) => {
    const key = { ...identity, subject };
    await makeAccountWithIdentity(call, staff, { identity: key, claims }, subject);
    return (await ledger.identityHolder(key))?.user.isAdmin;
  };
  assert.equal(await make("a", { groups: ["users"] }), false);
  assert.equal(await make("b", { groups: ["users", "admins"] }), true);
  assert.equal(await make("c", { groups: ["admins"] }), false, "there is one");
});

test("a second factor is asked for here, unless the provider asks for one itself", async () => {
  await using service = await startTestService();
  const { ledger, clock } = service.dependencies;
  const call = callOf(service);
  const alice = await makeUser(ledger, "alice");
  await ledger.linkIdentity({ identity, session: sessionFor(alice.id, clock()) }, byCommandLine(0));
  const code = await withTwoSteps(service, alice.id);
  const next = await continued(call, staff, "/portal");
  assert.equal(next.location, "/sign-in/code?continue=%2Fportal");
  assert.equal(await sessionOf(service, next), undefined);
  const cookie = next.cookies.map((line) => line.split(";", 1)[0]).join("; ");
  const named = openIdentityProviders([staff], { clock, random: randomBytes });
  const dependencies = { ...service.dependencies, identityProviders: named };
  const waiting = await waitingSignInOf(incoming({ headers: { cookie } }), dependencies);
  assert.ok(waiting);
  const authEvent = { kind: "recovery-code", digest: code, at: clock() } as const;
  const finished = await finishSignIn(call, waiting, authEvent, "/portal");
  assert.ok(typeof finished !== "string");
  const kinds = (await sessionOf(service, finished))?.authEvents.map(({ kind }) => kind);
  assert.deepEqual(kinds, ["identity-provider", "recovery-code"]);
  assert.equal(
    finished.cookies.some((line) => line.startsWith("browser=")),
    false,
  );
  const direct = await continued(call, strong, "/portal");
  assert.equal(direct.location, "/portal");
  const authEvents = (await sessionOf(service, direct))?.authEvents.map(({ kind }) => kind);
  assert.deepEqual(authEvents, ["strong-identity-provider"]);
});

test("someone who is suspended hears why; who was unlinked is unknown", async () => {
  await using service = await startTestService();
  const { ledger, clock } = service.dependencies;
  const call = callOf(service);
  const alice = await makeUser(ledger, "alice");
  await ledger.linkIdentity({ identity, session: sessionFor(alice.id, clock()) }, byCommandLine(0));
  await ledger.suspendUser(alice.id, "spam", byCommandLine(clock()));
  const suspended = await signInWithIdentity(call, staff, { ...now, identity }, "/account");
  assert.deepEqual(suspended, { result: "suspended", because: "spam" });
  await ledger.restoreUser(alice.id, byCommandLine(0));
  assert.ok(await continued(call, staff, "/account"));
  await ledger.removeIdentity({ userId: alice.id, identity, because: "left" }, byCommandLine(0));
  const unknown = await signInWithIdentity(call, staff, { ...now, identity }, "/account");
  assert.deepEqual(unknown, { result: "unknown" });
});

function callOf({ dependencies }: TestService): BrowserCall {
  const signedOut = { session: undefined, settingUp: undefined, secondFactorDue: undefined };
  const caller: Browser = { sessionId: mintSessionId(randomBytes), cookies: [], ...signedOut };
  return { caller, incoming: incoming(), dependencies };
}

async function continued(
  call: BrowserCall,
  provider: IdentityProvider,
  continueTo: string,
): Promise<NextPage> {
  const outcome = await signInWithIdentity(call, provider, { ...now, identity }, continueTo);
  assert.ok(outcome.result === "continued", outcome.result);
  return outcome.next;
}

function sessionOf({ dependencies }: TestService, { cookies }: NextPage) {
  const [, id = ""] = /(?:^|\n)session=(\w+)/.exec(cookies.join("\n")) ?? [];
  return dependencies.ledger.session(tokenDigest(id));
}

/** Sets up an app, and returns the digest of a recovery code. */
async function withTwoSteps(
  { dependencies: { ledger, clock } }: TestService,
  userId: Awaited<ReturnType<typeof makeUser>>["id"],
): Promise<TokenDigest> {
  const codes = mintRecoveryCodes(randomBytes).flatMap(
    (code) => recoveryCodeDigest(userId, code) ?? [],
  );
  const session = sessionFor(userId, clock());
  const totp = { secret: new Secret("JBSWY3DP"), step: 1, recoveryCodes: codes, session };
  assert.equal(await ledger.setTotp(totp, byCommandLine(0)), true);
  return codes[0] ?? assert.fail("there is no code");
}

function sessionFor(userId: UserId, now: number): NewSession {
  return {
    digest: tokenDigest(mintSessionId(randomBytes)),
    replaces: undefined,
    userId,
    authEvents: [{ kind: "password", at: now }],
    signedInFor: undefined,
    userAgent: "",
    address: "127.0.0.1",
    now,
  };
}
