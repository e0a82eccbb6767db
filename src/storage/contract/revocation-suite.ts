/** The contract for the list of revocations, and for a database restored from a backup. */

import assert from "node:assert/strict";
import { randomBytes } from "node:crypto";
import {
  mintConsumerSecret,
  mintSessionId,
  Secret,
  tokenDigest,
  type UserId,
} from "../../domain/credentials.ts";
import { dayMs } from "../../domain/day.ts";
import type { PasskeyId } from "../../domain/passkey.ts";
import type { Ledger } from "../../domain/ports/ledger.ts";
import { type Revocation, type RevocationKind, revocationKinds } from "../../domain/revocations.ts";
import { keepApiKey } from "./admin-api-writes.ts";
import {
  bearerOf,
  by,
  checkOn,
  createApplication,
  grant,
  issue,
  newSession,
  now,
  type OpenLedger,
  session,
  user,
  type World,
} from "./seeded-ledger.ts";

export function revocationSuite(engine: string, open: OpenLedger): void {
  const check = checkOn(engine, open);

  check(
    "revocations: each end is in the list, written by the transaction that made it",
    async (world) => {
      const before = await listOf(world.ledger);
      assert.deepEqual(before, []);
      const subjects = await endEverything(world);
      const list = await listOf(world.ledger);
      assert.deepEqual(
        [...new Set(list.map((row) => row.kind))].sort(),
        [...revocationKinds].filter((kind) => kind !== "recovery-code").sort(),
      );
      for (const [kind, subject] of Object.entries(subjects)) {
        assert.ok(
          list.some((row) => row.kind === kind && row.subject === subject),
          `${kind} ${subject}`,
        );
      }
      assert.equal(new Set(list.map((row) => row.mark)).size, list.length);
    },
  );

  check("revocations: the end of an admin's rights to the settings", async (world) => {
    const { ledger, bob, application: applicationId } = world;
    const one = { applicationId, userId: bob };
    const role = (to: "editor" | "viewer") => ledger.changeCollaborator({ ...one, role: to }, by);
    await ledger.inviteCollaborator({ ...one, role: "viewer", now }, by);
    await ledger.acceptInvitation({ ...one, role: "viewer" }, by);
    assert.equal(await role("editor"), true);
    assert.deepEqual(await listOf(ledger), []);
    assert.equal(await role("viewer"), true);
    const [only, ...more] = await listOf(ledger);
    assert.deepEqual(
      [only?.kind, only?.subject, only?.detail],
      ["collaborator", applicationId, bob],
    );
    assert.deepEqual(more, []);
  });

  check(
    "revocations: pages go on after the last number, and an end that was rejected is in none",
    async (world) => {
      const { ledger, alice } = world;
      for (const level of ["read", "write"] as const) {
        const { token } = await grant(world, alice, level);
        assert.ok(await ledger.revokeAccessToken(token, by));
        assert.equal(await ledger.revokeAccessToken(token, by), false);
      }
      const first = await ledger.revocations({ after: 0, size: 1 });
      const second = await ledger.revocations({ after: first.last, size: 9 });
      assert.deepEqual([first.rows.length, second.rows.length], [1, 1]);
      assert.deepEqual(await ledger.revocations({ after: second.last, size: 9 }), {
        rows: [],
        last: second.last,
      });
    },
  );

  check(
    "revokeAgain: what was in the backup and was revoked since does not work; the rest does",
    async (world) => {
      const { ledger, alice, bob, application, consumerKey, consumerSecret } = world;
      const alices = await grant(world, alice, "write");
      const bobs = await grant(world, bob, "write");
      const bearer = await bearerOf(ledger, application);
      const rows = [
        row("access-token", alices.token),
        row("write-access", bobs.token),
        row("bearer-token", tokenDigest(bearer)),
        row("consumer-secret", application),
        row("password", bob),
      ];
      const done = await ledger.revokeAgain({ rows, now, ...replacements });
      assert.deepEqual(done, {
        applied: 5,
        withoutSecret: [application],
        withoutPassword: [bob],
      });
      assert.equal(await ledger.accessTokenHolder(alices.token), undefined);
      assert.equal((await ledger.accessTokenHolder(bobs.token))?.access, "read");
      assert.equal(await ledger.bearerApplication(tokenDigest(bearer), now), undefined);
      assert.equal((await ledger.passwordOf("bob"))?.passwordHash, replacements.passwordHash);
      assert.equal((await ledger.passwordOf("alice"))?.passwordHash, "$old");
      const existing = await ledger.consumerCredentials(consumerKey, now);
      const secrets = existing?.consumerSecrets.map((one) => one.reveal()) ?? [];
      assert.equal(secrets.length, 1);
      assert.notEqual(secrets[0], consumerSecret.reveal());
      assert.match(secrets[0] ?? "", /^[A-Za-z0-9]{50}$/);
      const counts = await ledger.countGrants(application, 9);
      assert.equal(counts, 1);
      const byLevel = await ledger.grantCounts(application, now + 1000 * dayMs);
      assert.deepEqual(byLevel, { before: { read: 1, write: 0 }, changes: [] });
    },
  );

  check(
    "revokeAgain: a second time changes nothing, not even what was made new since",
    async (world) => {
      const { ledger, bob } = world;
      const rows = [row("password", bob)];
      assert.equal((await ledger.revokeAgain({ rows, now, ...replacements })).applied, 1);
      await ledger.setPassword(bob, "$new", by);
      assert.equal((await ledger.revokeAgain({ rows, now, ...replacements })).applied, 0);
      assert.equal((await ledger.passwordOf("bob"))?.passwordHash, "$new");
    },
  );

  check("revokeAgain: rights, suspensions and accounts", async (world) => {
    const { ledger, alice, bob, application } = world;
    const others = await createApplication(ledger, bob);
    const gone = await createApplication(ledger, alice);
    const carol = user("carol");
    await ledger.createUser(carol, by);
    await ledger.grantAdmin(alice, by);
    await ledger.grantAdmin(bob, by);
    for (const id of [lost, kept]) await addPasskey(world, id);
    const linked = { ...there, subject: "a 2" };
    for (const identity of [there, linked]) {
      await ledger.linkIdentity({ identity, session: newSessionOf(alice) }, by);
    }
    const rows = [
      row("application-write", application),
      row("application-service", application, "asked by its owner"),
      row("approval", application, "its purpose has changed"),
      row("application", gone.id),
      row("ownership", others.id, "1234567890123456"),
      row("admin", bob),
      row("user-service", bob, "a reason"),
      row("user", carol.id),
      row("email", alice),
      row("previous-secret", application),
      row("collaborator", application, bob),
      row("recovery-code", alice, "a digest"),
      row("identity", alice, `${there.issuer} ${there.subject}`),
      row("passkey", alice, lost),
      row("authenticator-app", alice),
    ];
    assert.equal((await ledger.revokeAgain({ rows, now, ...replacements })).applied, rows.length);
    const found = await ledger.applicationById(application);
    assert.deepEqual([found?.access, found?.suspendedBecause], ["read", "asked by its owner"]);
    assert.deepEqual(
      [found?.approval, found?.approvalText],
      ["declined", "its purpose has changed"],
    );
    assert.equal(await ledger.applicationById(gone.id), undefined);
    const unowned = await ledger.applicationById(others.id);
    assert.equal(unowned?.ownerId, bob);
    assert.match(unowned?.suspendedBecause ?? "", /owner/);
    const suspended = await ledger.userById(bob);
    assert.deepEqual([suspended?.isAdmin, suspended?.suspendedBecause], [false, "a reason"]);
    assert.equal(await ledger.userById(carol.id), undefined);
    const another = await ledger.createUser({ ...user("carol"), now: now + 1 }, by);
    assert.equal(another, "screen-name-taken", "it rests");
    const { email, emailVerified } = (await ledger.userById(alice)) ?? assert.fail();
    assert.deepEqual([email, emailVerified], ["", false]);
    assert.equal((await ledger.userById(alice))?.isAdmin, true);
    assert.deepEqual(await ledger.identitiesOf(alice), [{ ...linked, linkedAt: now }]);
    assert.equal(await ledger.passkeyHolder(lost), undefined);
    assert.equal((await ledger.passkeyHolder(kept))?.user.id, alice);
  });

  check("revokeAgain: what is not in the backup needs no end", async ({ ledger }) => {
    const unknown = "1999999999999999";
    const rows = [
      ...[row("user", unknown), row("application", unknown), row("admin", unknown)],
      ...[row("access-token", `${unknown}-x`), row("write-access", `${unknown}-x`)],
    ];
    await ledger.revokeAgain({ rows, now, ...replacements });
    assert.equal(await ledger.userById(unknown as UserId), undefined);
  });

  check("revokeAgain: an account that owns applications is suspended with them", async (world) => {
    const { ledger, alice, application } = world;
    await ledger.grantAdmin(alice, by);
    await ledger.revokeAgain({ rows: [row("user", alice)], now, ...replacements });
    const suspended = await ledger.userById(alice);
    assert.ok(suspended?.suspendedBecause);
    assert.equal(suspended.isAdmin, false);
    assert.ok((await ledger.applicationById(application))?.suspendedBecause);
  });

  check("settleRestored: sessions, links and what was issued after a time end", async (world) => {
    const { ledger, alice, bob, application, consumerKey, consumerSecret } = world;
    const unaffected = await grant(world, alice);
    await bearerOf(ledger, application);
    await session(ledger, alice);
    const token = await issue(world);
    const settling = {
      now: now + 10,
      issuedAfter: now,
      seed: replacements.seed,
      revokedAgain: 0,
      replaysAccepted: false,
    };
    const none = await ledger.settleRestored(settling, by);
    assert.deepEqual(none, {
      sessions: 1,
      links: 0,
      accessTokens: 0,
      bearerTokens: 0,
      withoutSecret: [],
    });
    assert.equal(await ledger.requestToken(token, now), undefined);
    assert.ok(await ledger.accessTokenHolder(unaffected.token));
    await grant(world, bob);
    const all = await ledger.settleRestored({ ...settling, issuedAfter: now - 1 }, by);
    assert.deepEqual([all.accessTokens, all.bearerTokens], [2, 1]);
    assert.deepEqual(all.withoutSecret, [application]);
    const [secret] = (await ledger.consumerCredentials(consumerKey, now))?.consumerSecrets ?? [];
    assert.notEqual(secret?.reveal(), consumerSecret.reveal());
  });
}

const lost = "lost" as PasskeyId;
const kept = "kept" as PasskeyId;

function addPasskey({ ledger, alice }: World, id: PasskeyId) {
  const passkey = { id, name: "A key", publicKey: randomBytes(77), signCount: 0, transports: [] };
  return ledger.addPasskey({ passkey, recoveryCodes: [], session: anew(alice) }, by);
}

function anew(userId: World["alice"]) {
  return newSession(userId, tokenDigest(mintSessionId(randomBytes)));
}

const there = { issuer: "https://id.example", subject: "a 1" };

const replacements = {
  seed: randomBytes(32).toString("hex"),
  passwordHash: "$nobody" as const,
};

function row(kind: RevocationKind, subject: string, detail?: string): Revocation {
  return { mark: randomBytes(16).toString("hex"), at: now, kind, subject, detail };
}

async function listOf(ledger: Ledger): Promise<readonly Revocation[]> {
  return (await ledger.revocations({ after: 0, size: 1000 })).rows;
}

/** Ends something of each kind by the database's own methods; returns the subjects. */
async function endEverything(world: World): Promise<Partial<Record<RevocationKind, string>>> {
  const { ledger, alice, bob, application } = world;
  const alices = await grant(world, alice);
  await ledger.revokeAccessToken(alices.token, by);
  const writing = await grant(world, bob, "write");
  await ledger.reduceToRead({ applicationId: application, userId: bob }, by);
  const bearer = await bearerOf(ledger, application);
  await ledger.revokeBearerTokenOf(application, by);
  for (const at of [1, 2]) {
    await ledger.regenerateConsumerSecret(
      {
        applicationId: application,
        secret: mintConsumerSecret(randomBytes),
        now: now + at,
        previousUntil: now + 1000,
        overlap: "1h",
      },
      by,
    );
  }
  await ledger.revokePreviousSecret({ applicationId: application, secretSetAt: now + 2, now }, by);
  await ledger.suspendApplication(application, "a reason", by);
  await ledger.suspendUser(bob, "a reason", by);
  await ledger.grantAdmin(alice, by);
  await ledger.grantAdmin(bob, by);
  await ledger.restoreUser(bob, by);
  await ledger.revokeAdmin(alice, by);
  const dave = { ...user("dave"), email: "dave@users.example" };
  await ledger.createUser(dave, by);
  await ledger.setPassword(dave.id, "$new", by);
  await ledger.changeProfile(
    { userId: dave.id, screenName: "dave", name: "dave", email: "other@users.example" },
    by,
  );
  const second = await createApplication(ledger, alice);
  const from = await ledger.applicationById(second.id);
  assert.ok(from);
  const draft = { ...from, access: "read" } as const;
  await ledger.changeApplication({ applicationId: second.id, from, draft, now }, by);
  const lowered = await ledger.applicationById(second.id);
  assert.ok(lowered);
  await ledger.declineApplication({ from: lowered, because: "a reason", now }, by);
  await ledger.inviteCollaborator(
    { applicationId: second.id, userId: bob, role: "editor", now },
    by,
  );
  await ledger.removeCollaborator({ applicationId: second.id, userId: bob }, by);
  await ledger.transferApplication({ applicationId: second.id, userId: dave.id }, by);
  const third = await createApplication(ledger, alice);
  await ledger.deleteApplication(third.id, by);
  await ledger.linkIdentity({ identity: there, session: newSessionOf(alice) }, by);
  await ledger.removeIdentity({ userId: alice, identity: there, because: "lost" }, by);
  await addPasskey(world, lost);
  await ledger.removePasskey(
    { id: lost, session: anew(alice), offered: { passwords: true, issuers: [] } },
    by,
  );
  const app = { secret: new Secret("JBSWY3DP"), step: 1, recoveryCodes: [] };
  await ledger.setTotp({ ...app, session: newSessionOf(alice) }, by);
  await ledger.removeTotp(anew(alice), by);
  await ledger.revokeApiKey((await keepApiKey(ledger)).id, by);
  const erin = user("erin");
  await ledger.createUser(erin, by);
  await ledger.deleteUser({ userId: erin.id }, by);
  return {
    "access-token": alices.token,
    "write-access": writing.token,
    "bearer-token": tokenDigest(bearer),
    "consumer-secret": application,
    "previous-secret": application,
    "application-service": application,
    "application-write": second.id,
    approval: second.id,
    application: third.id,
    ownership: second.id,
    collaborator: second.id,
    "user-service": bob,
    admin: alice,
    password: dave.id,
    email: dave.id,
    user: erin.id,
    identity: alice,
    passkey: alice,
    "authenticator-app": alice,
  };
}

function newSessionOf(userId: UserId) {
  return newSession(userId, tokenDigest(mintSessionId(randomBytes)));
}
