/** The contract for access tokens, bearer tokens and grants. */

import assert from "node:assert/strict";
import { randomBytes } from "node:crypto";
import {
  type AccessToken,
  mintAccessTokenCandidate,
  mintBearerToken,
  mintConsumerSecret,
  mintVerifier,
  Secret,
  tokenDigest,
  type UserId,
} from "../../domain/credentials.ts";
import { dayMs } from "../../domain/day.ts";
import type { OwnSearch } from "../../domain/own-applications.ts";
import {
  approve,
  bearerOf,
  by,
  checkOn,
  createApplication,
  exchange,
  grant,
  issue,
  now,
  type OpenLedger,
  type World,
} from "./seeded-ledger.ts";

export function credentialSuite(engine: string, open: OpenLedger): void {
  const check = checkOn(engine, open);

  check(
    "grantAccess: one active token per application, user and level; never two",
    async (world) => {
      const { ledger, alice, bob, application, committed } = world;
      const before = committed.length;
      const all = await Promise.all(Array.from({ length: 20 }, () => grant(world, alice, "read")));
      assert.equal(new Set(all.map((one) => one.token)).size, 1);
      assert.equal(new Set(all.map((one) => one.secret.reveal())).size, 1);
      assert.equal(committed.length, before + 1, "one was issued");
      const writing = await grant(world, alice, "write");
      const bobs = await grant(world, bob, "read");
      assert.equal(new Set([all[0]?.token, writing.token, bobs.token]).size, 3);
      assert.deepEqual(
        (await ledger.grants(application, alice)).map((one) => one.access),
        ["write", "read"],
        "the highest level first",
      );
      assert.equal(await ledger.countGrants(application, 10), 2, "users, not tokens");
      assert.equal(await ledger.countGrants(application, 1), 1);
    },
  );

  check(
    "accessTokenHolder: whose token it is, and whether either of them is suspended",
    async (world) => {
      const { ledger, alice, application, consumerKey } = world;
      const { token } = await grant(world, alice, "write");
      const holder = {
        userId: alice,
        screenName: "alice",
        applicationId: application,
        consumerKey,
        access: "write",
      };
      const isHeld = async (suspended: boolean) =>
        assert.deepEqual(await ledger.accessTokenHolder(token), { ...holder, suspended });
      await isHeld(false);
      await ledger.suspendApplication(application, "spam", by);
      await isHeld(true);
      await ledger.restoreApplication(application, by);
      await isHeld(false);
      await ledger.suspendUser(alice, "spam", by);
      await isHeld(true);
      await ledger.restoreUser(alice, by);
      await isHeld(false);
      await ledger.revokeAccessToken(token, by);
      assert.equal(await ledger.accessTokenHolder(token), undefined);
    },
  );

  check("revokeAccessToken: true to one, and the next grant is another token", async (world) => {
    const { ledger, alice, consumerKey } = world;
    const first = await grant(world, alice);
    const answers = await Promise.all(
      Array.from({ length: 10 }, () => ledger.revokeAccessToken(first.token, by)),
    );
    assert.equal(answers.filter(Boolean).length, 1);
    assert.equal(await ledger.accessTokenCredentials(consumerKey, first.token, now), undefined);
    const next = await grant(world, alice);
    assert.notEqual(next.token, first.token);
    assert.notEqual(next.secret.reveal(), first.secret.reveal());
  });

  check("reduceToRead: the held token is lowered, or the higher of two goes", async (world) => {
    const { ledger, alice, bob, application, consumerKey, committed } = world;
    const levelOf = async (token: AccessToken) =>
      (await ledger.accessTokenCredentials(consumerKey, token, now))?.access.access;
    const of = (userId: UserId) => ({ applicationId: application, userId });
    const [alices, bobs] = [await grant(world, alice, "write"), await grant(world, bob, "write")];
    const before = committed.length;
    const answers = await Promise.all(
      Array.from({ length: 5 }, () => ledger.reduceToRead(of(alice), by)),
    );
    assert.equal(answers.filter(Boolean).length, 1, "to one");
    assert.equal(committed.length, before + 1);
    assert.equal(await levelOf(alices.token), "read");
    assert.equal(await levelOf(bobs.token), "write", "no one else's");
    const reading = await grant(world, bob, "read");
    assert.equal(await ledger.reduceToRead(of(bob), by), true);
    assert.equal(await levelOf(bobs.token), undefined);
    assert.equal(await levelOf(reading.token), "read");
  });

  check(
    "revokeAccess: every token of the application and user, and nothing else",
    async (world) => {
      const { ledger, alice, bob, application, consumerKey } = world;
      const gone = [await grant(world, alice, "write"), await grant(world, alice, "read")];
      const bobs = await grant(world, bob);
      const approved = await issue(world);
      const verifier = mintVerifier(randomBytes);
      await approve(ledger, approved, alice, verifier);
      const of = { applicationId: application, userId: alice };
      assert.equal(await ledger.revokeAccess(of, by), true);
      assert.equal(await ledger.revokeAccess(of, by), false);
      for (const { token } of gone) {
        assert.equal(await ledger.accessTokenCredentials(consumerKey, token, now), undefined);
      }
      assert.equal(await exchange(ledger, approved, verifier), "gone", "approved before");
      assert.notEqual(await ledger.accessTokenCredentials(consumerKey, bobs.token, now), undefined);
    },
  );

  check("the credentials of a token say what was granted, and who approved", async (world) => {
    const { ledger, alice, consumerKey } = world;
    for (const { token, access, emailGranted } of await grantEmailToOne(world)) {
      const found = await ledger.accessTokenCredentials(consumerKey, token, now);
      assert.deepEqual([found?.access.access, found?.access.emailGranted], [access, emailGranted]);
    }
    const asked = await issue(world);
    const credentials = () => ledger.requestTokenCredentials(consumerKey, asked, now);
    assert.equal((await credentials())?.request?.approvedBy, undefined);
    await approve(ledger, asked, alice);
    assert.deepEqual((await credentials())?.request?.approvedBy, { id: alice, suspended: false });
  });

  check("connectedApplications: an email that one of several tokens reads", async (world) => {
    const { ledger, alice } = world;
    await grantEmailToOne(world);
    const connected = await ledger.connectedApplications(alice, { after: undefined, size: 9 });
    assert.deepEqual(
      connected.map(({ access, emailGranted }) => [access, emailGranted]),
      [["write", true]],
    );
  });

  check("connectedApplications: an application a row, page after page", async (world) => {
    const { ledger, alice, bob, application } = world;
    const other = await createApplication(ledger, bob);
    for (const access of ["write", "read"] as const) await grant(world, alice, access);
    const third = await createApplication(ledger, bob);
    for (const [at, access] of (["read", "write"] as const).entries()) {
      const wanted = { access, emailGranted: false, userId: alice, applicationId: third.id };
      const candidate = mintAccessTokenCandidate(randomBytes);
      await ledger.grantAccess({ ...wanted, candidate, now: now + at }, by);
    }
    await grant({ ...world, application: other.id }, alice);
    await grant(world, bob);
    const first = await ledger.connectedApplications(alice, { after: undefined, size: 1 });
    const after = first[0]?.applicationId;
    const rest = await ledger.connectedApplications(alice, { after, size: 5 });
    const rows = new Map([...first, ...rest].map((one) => [one.applicationId, one]));
    assert.equal(first.length + rest.length, 3);
    assert.equal(rows.get(third.id)?.access, "write");
    assert.equal(rows.get(third.id)?.since, now, "the first of both");
    assert.deepEqual(rows.get(application), {
      applicationId: application,
      name: "An application",
      icon: undefined,
      website: "",
      links: { terms: "", privacy: "", support: "" },
      ownerScreenName: "alice",
      access: "write",
      emailGranted: false,
      since: now,
      lastUsedDay: undefined,
      unusedEnd: undefined,
    });
    assert.equal(rows.get(other.id)?.access, "read");
    assert.equal(rows.get(other.id)?.ownerScreenName, "bob");
  });

  check("grantedApplications: found by a part of their names, by name or by age", async (world) => {
    const { ledger, alice, bob, application } = world;
    const other = await createApplication(ledger, bob, { name: "Metro 100% _ Bot" });
    const third = await createApplication(ledger, bob, { name: "metro" });
    const later = { access: "read", emailGranted: false, userId: alice } as const;
    for (const access of ["write", "read"] as const) await grant(world, alice, access);
    for (const [at, one] of [third, other].entries()) {
      const candidate = mintAccessTokenCandidate(randomBytes);
      const wanted = { ...later, applicationId: one.id, candidate, now: now + at + 1 };
      await ledger.grantAccess(wanted, by);
    }
    await grant({ ...world, application: third.id }, bob);
    const summaryOf = async (text: string, more: Partial<OwnSearch> = {}) => {
      const search = { text, order: "name", offset: 0, size: 9, ...more } as const;
      const { total, slice } = await ledger.grantedApplications(alice, search);
      return [total, ...slice.map((one) => one.name)];
    };
    assert.deepEqual(await summaryOf(""), [3, "An application", "metro", "Metro 100% _ Bot"]);
    assert.deepEqual(await summaryOf("METRO"), [2, "metro", "Metro 100% _ Bot"]);
    assert.deepEqual(await summaryOf("0%"), [1, "Metro 100% _ Bot"]);
    assert.deepEqual(await summaryOf("nothing"), [0]);
    assert.deepEqual(await summaryOf("", { order: "newest" }), [
      3,
      "Metro 100% _ Bot",
      "metro",
      "An application",
    ]);
    assert.deepEqual(await summaryOf("", { offset: 1, size: 1 }), [3, "metro"]);
    const { slice } = await ledger.grantedApplications(alice, {
      text: "an ",
      order: "name",
      offset: 0,
      size: 9,
    });
    assert.deepEqual(
      slice.map((one) => [one.applicationId, one.access]),
      [[application, "write"]],
      "an application with two tokens is one",
    );
  });

  check(
    "issueBearerToken: one per application, however many ask; another after its revocation",
    async (world) => {
      const { ledger, application, alice, committed } = world;
      const before = committed.length;
      const all = await Promise.all(
        Array.from({ length: 30 }, () => bearerOf(ledger, application)),
      );
      const [first, ...others] = new Set(all);
      assert.ok(first !== undefined);
      assert.deepEqual(others, []);
      assert.equal(committed.length, before + 1);
      const digest = tokenDigest(first);
      assert.equal((await ledger.bearerApplication(digest, now))?.applicationId, application);

      const other = await createApplication(ledger, alice);
      const ofOther = { digest, of: { applicationId: other.id } };
      assert.equal(await ledger.revokeBearerToken(ofOther, by), "unknown");
      const revoked = await Promise.all(
        Array.from({ length: 10 }, () =>
          ledger.revokeBearerToken({ digest, of: { applicationId: application } }, by),
        ),
      );
      assert.equal(revoked.filter((one) => one === "revoked").length, 1);
      assert.equal(await ledger.bearerApplication(digest, now), undefined);
      assert.notEqual(await bearerOf(ledger, application), first);
    },
  );

  check(
    "issueBearerToken: by a secret that is the application's still, the old one too",
    async (world) => {
      const { ledger, application: applicationId, consumerSecret } = world;
      const next = mintConsumerSecret(randomBytes);
      const issue = (authenticatedBy: Secret, at = now) => {
        const request = {
          applicationId,
          candidate: mintBearerToken(randomBytes),
          now: at,
          authenticatedBy,
        };
        return ledger.issueBearerToken(request, by);
      };
      const first = await issue(consumerSecret);
      assert.ok(first);
      const replaced = { applicationId, secret: next, now, previousUntil: now + 10, overlap: "1h" };
      await ledger.regenerateConsumerSecret(replaced, by);
      assert.equal(await issue(consumerSecret, now + 9), first);
      const second = await issue(next, now + 10);
      assert.notEqual(second, first);
      assert.equal(await issue(consumerSecret, now + 10), undefined);
      await ledger.revokeBearerTokenOf(applicationId, by);
      assert.equal(await issue(consumerSecret, now + 10), undefined);
      assert.equal(await issue(new Secret("x"), now), undefined);
      assert.equal(
        await ledger.outstandingBearerToken({ applicationId, authenticatedBy: next }, now),
        undefined,
      );
      assert.ok(await issue(next));
      await ledger.deleteApplication(applicationId, by);
      assert.equal(await issue(next), undefined);
    },
  );

  check("grantCounts: by level and day, whatever ends a grant", async (world) => {
    const { ledger, application, alice, bob } = world;
    const { token } = await grant(world, alice, "read");
    await grant(world, alice, "read");
    await grant(world, bob, "write");
    assert.deepEqual(await total(world), { read: 1, write: 1 });
    await ledger.reduceToRead({ applicationId: application, userId: bob }, by);
    assert.deepEqual(await total(world), { read: 2, write: 0 });
    await ledger.revokeAccessToken(token, { ...by, at: now + dayMs });
    assert.deepEqual(await total(world), { read: 1, write: 0 });
    const counts = await ledger.grantCounts(application, now + dayMs);
    assert.deepEqual(counts.before, { read: 2, write: 0 });
    assert.deepEqual(counts.changes, [
      { day: Math.floor(now / dayMs) + 1, access: "read", change: -1 },
    ]);
    await ledger.deleteUser({ userId: bob, passwordHash: "$old" }, by);
    assert.deepEqual(await total(world), { read: 0, write: 0 });
    await grant(world, alice, "write");
    await ledger.revokeAccess({ applicationId: application, userId: alice }, by);
    assert.deepEqual(await total(world), { read: 0, write: 0 });
  });

  check("regenerateAccess: the old token is dead, the new one active, one grant", async (world) => {
    const { ledger, consumerKey, alice } = world;
    const first = await grant(world, alice, "write");
    const reading = await grant(world, alice, "read");
    const second = await regenerated(world, alice, now);
    assert.ok(second);
    assert.notEqual(second.token, first.token);
    const alive = async (token: AccessToken) =>
      (await ledger.accessTokenCredentials(consumerKey, token, now)) !== undefined;
    assert.deepEqual(await Promise.all([first, second, reading].map((one) => alive(one.token))), [
      false,
      true,
      true,
    ]);
    assert.deepEqual(await total(world), { read: 1, write: 1 });
  });

  check("regenerateAccess: of all who saw the same token, or none, exactly one", async (world) => {
    const { alice, bob, committed } = world;
    await grant(world, bob, "write");
    const before = committed.length;
    for (const [replaces, at] of [
      [undefined, now],
      [now, now + 1],
    ] as const) {
      const answers = await Promise.all(
        Array.from({ length: 10 }, () => regenerated(world, alice, replaces, at)),
      );
      assert.equal(answers.filter((one) => one !== undefined).length, 1);
    }
    assert.equal(committed.length, before + 2);
    assert.equal(await regenerated(world, alice, undefined), undefined);
    assert.equal(await regenerated(world, alice, now), undefined);
    assert.deepEqual(await total(world), { read: 0, write: 2 });
  });

  check("revokeBearerToken: by its digest alone, whose it is; true to one", async (world) => {
    const { ledger, application, committed } = world;
    const digest = tokenDigest(await bearerOf(ledger, application));
    assert.equal(await ledger.revokeBearerToken({ digest }, by), "revoked");
    assert.equal(committed.at(-1)?.applicationId, application);
    assert.equal(await ledger.revokeBearerToken({ digest }, by), "unknown");
    assert.equal(await ledger.bearerApplication(digest, now), undefined);
  });

  check("revokeBearerToken: for an owner only while they own the application", async (world) => {
    const { ledger, alice, bob, application: applicationId, committed } = world;
    const digest = tokenDigest(await bearerOf(ledger, applicationId));
    const revoke = (ownerId: typeof alice) =>
      ledger.revokeBearerToken({ digest, of: { applicationId, ownerId } }, by);
    assert.equal(await revoke(bob), "not-the-owner");
    const move = { applicationId, userId: bob };
    assert.equal(await ledger.transferApplication(move, by), "moved");
    const before = committed.length;
    assert.equal(await revoke(alice), "not-the-owner");
    assert.equal(committed.length, before);
    assert.notEqual(await ledger.bearerApplication(digest, now), undefined);
    assert.equal(await revoke(bob), "revoked");
  });

  check("accessTokens: of an application, a user or both, in pages of one grant", async (world) => {
    const { ledger, application, alice, bob } = world;
    const other = { ...world, application: (await createApplication(ledger, alice)).id };
    const made = new Map<string, string>();
    for (const [at, userId, level] of [
      [world, alice, "read"],
      [world, alice, "write"],
      [world, bob, "read"],
      [other, alice, "write"],
      [other, bob, "write"],
    ] as const) {
      const { token } = await grant(at, userId, level);
      made.set(
        token,
        `${at === world ? "one" : "other"} ${userId === alice ? "alice" : "bob"} ${level}`,
      );
    }
    const listed = async (of: { applicationId?: typeof application; userId?: typeof alice }) => {
      const names: string[] = [];
      const search = { applicationId: of.applicationId, userId: of.userId, size: 1 };
      let page = await ledger.accessTokens({ ...search, after: undefined });
      while (page.length > 0) {
        names.push(...page.map(({ token }) => made.get(token) ?? token));
        page = await ledger.accessTokens({ ...search, after: page.at(-1) });
      }
      return names.sort();
    };
    const all = [...made.values()].sort();
    const ofOne = all.filter((one) => one.startsWith("one "));
    assert.deepEqual(await listed({ applicationId: application }), ofOne);
    const ofAlice = all.filter((one) => one.includes(" alice "));
    assert.deepEqual(await listed({ userId: alice }), ofAlice);
    assert.deepEqual(await listed({ applicationId: application, userId: bob }), ["one bob read"]);
  });

  check("revokeBearerTokenOf: true to one", async ({ ledger, application, alice: userId }) => {
    await bearerOf(ledger, application);
    assert.equal(await ledger.revokeBearerTokenOf(application, by), true);
    assert.equal(await ledger.revokeBearerTokenOf(application, by), false);
    assert.equal(
      (await ledger.applicationKeys({ applicationId: application, userId }, now)).bearerSince,
      undefined,
    );
  });
}

/** Of two tokens, the one that reads has the email address. */
function grantEmailToOne({ ledger, alice, application: applicationId }: World) {
  const levels = [
    { access: "read", emailGranted: true },
    { access: "write", emailGranted: false },
  ] as const;
  return Promise.all(
    levels.map(async (level) => {
      const candidate = mintAccessTokenCandidate(randomBytes);
      const wanted = { ...level, applicationId, userId: alice, candidate, now };
      return { ...level, token: ((await ledger.grantAccess(wanted, by)) ?? assert.fail()).token };
    }),
  );
}

function regenerated(
  { ledger, application }: World,
  userId: World["alice"],
  replaces: number | undefined,
  at = now,
) {
  const candidate = mintAccessTokenCandidate(randomBytes);
  const wanted = { applicationId: application, userId, emailGranted: false, now: at };
  return ledger.regenerateAccess({ ...wanted, access: "write", candidate, replaces }, by);
}

async function total({ ledger, application }: World) {
  const { before, changes } = await ledger.grantCounts(application, now + 1000 * dayMs);
  assert.deepEqual(changes, []);
  return before;
}
