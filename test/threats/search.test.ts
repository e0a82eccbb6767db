/** T75: a search by a credential reveals it only to those who may see it, and keeps it out of everything else. */
import assert from "node:assert/strict";
import { randomBytes } from "node:crypto";
import { StatementSync } from "node:sqlite";
import { test } from "node:test";
import { newApiKey } from "../../src/domain/api-key.ts";
import type { AuditContext } from "../../src/domain/audit.ts";
import {
  mintBearerToken,
  mintConsumerKey,
  mintConsumerSecret,
  mintLinkSecret,
  mintRequestToken,
  tokenDigest,
} from "../../src/domain/credentials.ts";
import { search } from "../../src/http/actions/search.ts";
import { makeAccessToken, makeApplication, makeUser, type TestUser } from "../support/service.ts";
import { startWorld, type World } from "../support/world.ts";

interface Known {
  readonly kind: string;
  readonly text: string;
  /** A string of the same form that no one has. */
  readonly random: string;
}

/** A credential of each kind. They are of alice's application, her access to it, or herself. */
async function credentialsOf({ ledger, alice, application, clock }: World) {
  const by: AuditContext = { at: clock.now, actor: "service" };
  const { id: applicationId, consumerKey } = application;
  const secret = mintConsumerSecret(randomBytes);
  const token = await makeAccessToken(ledger, application, alice);
  const request = mintRequestToken(randomBytes);
  await ledger.issueRequestToken({
    ...request,
    applicationId,
    callback: "oob",
    access: "read",
    requestEmail: false,
    seen: { access: "read", callbacks: ["https://weather.example/callback"] },
    now: clock.now,
    expiresAt: clock.now + 600_000,
  });
  const bearer = mintBearerToken(randomBytes);
  const issue = { applicationId, candidate: bearer, now: clock.now };
  assert.equal(await ledger.issueBearerToken(issue, by), bearer);
  const change = { applicationId, secret, now: clock.now, previousUntil: clock.now + 600_000 };
  await ledger.regenerateConsumerSecret({ ...change, overlap: "1h" }, by);
  const wanted = { name: "deploy", role: "viewer", expiresAt: undefined } as const;
  const { secret: apiKey, key } = newApiKey(wanted, randomBytes, clock.now);
  await ledger.createApiKey(key, by);
  const link = mintLinkSecret(randomBytes);
  const reset = { digest: tokenDigest(link.reveal()), purpose: "password-reset" } as const;
  const times = { createdAt: clock.now, expiresAt: clock.now + 600_000 };
  await ledger.createLink({ ...reset, ...times, userId: alice.id, note: "" }, by);
  const consumerSecret = () => mintConsumerSecret(randomBytes).reveal();
  const all: readonly Known[] = [
    { kind: "consumer-key", text: consumerKey, random: mintConsumerKey(randomBytes) },
    { kind: "consumer-secret", text: secret.reveal(), random: consumerSecret() },
    { kind: "consumer-secret", text: application.consumerSecret, random: consumerSecret() },
    { kind: "access-token", text: token.token, random: shuffled(token.token) },
    { kind: "access-token-secret", text: token.secret, random: shuffled(token.secret) },
    { kind: "request-token", text: request.token, random: mintRequestToken(randomBytes).token },
    { kind: "bearer-token", text: bearer, random: mintBearerToken(randomBytes) },
    {
      kind: "api-key",
      text: apiKey.reveal(),
      random: newApiKey(wanted, randomBytes, clock.now).secret.reveal(),
    },
    { kind: "link", text: link.reveal(), random: mintLinkSecret(randomBytes).reveal() },
  ];
  return all;
}

/** Another token of the same form: its last characters are others. */
function shuffled(text: string): string {
  return `${text.slice(0, -8)}${randomBytes(6).toString("base64url").replace(/[-_]/g, "a")}`;
}

function searchAs(world: World, user: Pick<TestUser, "id">, isAdmin = false) {
  const by: AuditContext = { at: world.clock.now, actor: "service" };
  const { ledger, clock, rateLimiter } = world.service.dependencies;
  return (text: string) =>
    search({ text, viewer: { isAdmin, userId: user.id, by } }, { ledger, clock, rateLimiter });
}

async function kindsFor(world: World, user: TestUser, all: readonly Known[]) {
  const results = await Promise.all(all.map(({ text }) => searchAs(world, user)(text)));
  return results.flatMap(({ credentials }) => credentials.map(({ kind }) => kind));
}

function recorded({ ledger }: World) {
  return ledger.eventsBy({ name: "credential.found" }, { after: undefined, size: 100 });
}

test("T75 — another's credential of each kind: the result and the lookups of a random string, and no event", async () => {
  // The statements of SQLite are counted.
  await using world = await startWorld({ DATABASE_URL: "sqlite::memory:" });
  const all = await credentialsOf(world);
  const mallory = await makeUser(world.ledger, "mallory");
  await makeApplication(world.ledger, mallory, { name: "Hers" });
  const find = searchAs(world, mallory);
  for (const { kind, text, random } of all) {
    const another = await withLookups(() => find(text));
    const nobodys = await withLookups(() => find(random));
    assert.deepEqual(another.result, nobodys.result, kind);
    assert.deepEqual(another.result.credentials, [], kind);
    assert.deepEqual(another.result.applications, [], kind);
    assert.deepEqual(another.lookups, nobodys.lookups, kind);
    assert.ok(another.lookups.length > 10, "the lookups were seen");
  }
  assert.deepEqual(await recorded(world), []);
  const admin = await makeUser(world.ledger, "admin");
  for (const { kind, text } of all) {
    const { credentials } = await searchAs(world, admin, true)(text);
    assert.deepEqual(
      credentials.map((one) => one.kind),
      [kind],
      "an administrator finds it",
    );
  }
  assert.equal((await recorded(world)).length, all.length);
});

test("T75 — an owner and an editor find what their role shows; a viewer and a former editor do not", async () => {
  await using world = await startWorld();
  const { ledger, alice, application, clock } = world;
  const all = await credentialsOf(world);
  const bob = await makeUser(ledger, "bob");
  const ofApplication = all.map(({ kind }) => kind).filter((one) => !/api-key|link/.test(one));
  assert.deepEqual(await kindsFor(world, alice, all), ofApplication);
  const by: AuditContext = { at: clock.now, actor: "service" };
  const editor = { applicationId: application.id, userId: bob.id, role: "editor" } as const;
  await ledger.inviteCollaborator({ ...editor, now: clock.now }, by);
  assert.deepEqual(await kindsFor(world, bob, all), [], "before accepting");
  await ledger.acceptInvitation(editor, by);
  assert.deepEqual(await kindsFor(world, bob, all), ofApplication);
  const [, , , { text: token } = assert.fail()] = all;
  const [ofAlice] = (await searchAs(world, bob)(token)).credentials;
  assert.equal(ofAlice?.user, undefined, "an editor does not learn whose access it is");
  const before = (await recorded(world)).length;
  await ledger.removeCollaborator(editor, by);
  assert.deepEqual(await kindsFor(world, bob, all), [], "after it ended");
  const viewer = { ...editor, role: "viewer" } as const;
  await ledger.inviteCollaborator({ ...viewer, now: clock.now }, by);
  await ledger.acceptInvitation(viewer, by);
  assert.deepEqual(await kindsFor(world, bob, all), [], "a viewer sees no keys");
  assert.equal((await recorded(world)).length, before);
  const byKey = await searchAs(world, bob)(application.consumerKey);
  assert.deepEqual(byKey.applications.length, 1, "but finds the application");
});

test("T75 — of others' access, a user finds their own", async () => {
  await using world = await startWorld();
  const bob = await makeUser(world.ledger, "bob");
  const token = await makeAccessToken(world.ledger, world.application, bob);
  const [found] = (await searchAs(world, bob)(token.secret)).credentials;
  assert.equal(found?.kind, "access-token-secret");
  const mallory = await makeUser(world.ledger, "mallory");
  assert.deepEqual((await searchAs(world, mallory)(token.secret)).credentials, []);
});

test("429 (code 88) — a user's 61st credential in 15 minutes; names are not counted", async () => {
  await using world = await startWorld({ RATE_LIMITS: "oauth2/token=100" });
  const find = searchAs(world, world.alice);
  const random = () => mintConsumerSecret(randomBytes).reveal();
  for (let times = 0; times < 60; times += 1) await find(random());
  await assert.rejects(find(world.application.consumerSecret), /Rate limit exceeded/);
  assert.equal((await find("Weather")).applications.length, 1);
  const bob = await makeUser(world.ledger, "bob");
  assert.deepEqual((await searchAs(world, bob)(random())).credentials, []);
  world.clock.now += 15 * 60_000;
  assert.equal((await find(world.application.consumerSecret)).credentials.length, 1);
});

/** The statements that SQLite ran, in order; lists of values differ in their length. */
async function withLookups<Result>(run: () => Promise<Result>) {
  const lookups: string[] = [];
  const { all } = StatementSync.prototype;
  StatementSync.prototype.all = function (this: StatementSync, ...values) {
    lookups.push(this.sourceSQL.replaceAll(/\(\?(?:, \?)*\)/g, "(?)"));
    return Reflect.apply(all, this, values);
  };
  try {
    return { result: await run(), lookups };
  } finally {
    StatementSync.prototype.all = all;
  }
}
