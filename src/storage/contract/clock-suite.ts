/**
 * Rows that were written while a clock was ahead: once it is right again, nothing waits for it to catch up
 * (docs/adr/0016-clocks.md).
 */

import assert from "node:assert/strict";
import { randomBytes } from "node:crypto";
import {
  mintConsumerSecret,
  mintSessionId,
  mintVerifier,
  tokenDigest,
} from "../../domain/credentials.ts";
import { maxWaitingSignIns, waitingSignInMs } from "../../domain/factors.ts";
import { maxRejected } from "../../domain/logged-request.ts";
import { linkLife } from "../../domain/one-time-link.ts";
import { requestTokenLifeMs } from "../../domain/request-token.ts";
import { maxSessions } from "../../domain/session.ts";
import { importedWorld } from "./moving-writes.ts";
import {
  approve,
  by,
  checkOn,
  createApplication,
  exchange,
  happened,
  issue,
  newSession,
  now,
  type OpenLedger,
  type World,
} from "./seeded-ledger.ts";

const minute = 60_000;
const day = 24 * 60 * minute;
const ahead = now + 365 * day;
const page = { after: undefined, size: 100 };
const at = (time: number) => ({ ...by, at: time });
const happenedAt = (time: number) => ({ ...happened(), at: time });

export function clockSuite(engine: string, open: OpenLedger): void {
  const check = checkOn(engine, open);

  check("deliveries: a receiver that failed, or whose node was killed, is tried", async (world) => {
    const { ledger } = world;
    await ledger.nameReceivers([{ id: "hook", events: "all" }], now);
    const take = async (lease: string, time: number) =>
      (await ledger.takeDeliveries({ receiver: "hook", lease, now: time, most: 2 })).length;
    const settle = (
      lease: string,
      time: number,
      settled: { failed: boolean; rejected: []; failure?: undefined },
    ) =>
      ledger.settleDeliveries({
        receiver: "hook",
        lease,
        now: time,
        delivered: [],
        failure: undefined,
        ...settled,
      });
    for (const time of [ahead, ahead + 1, ahead + 2]) await ledger.record(happenedAt(time));
    assert.equal(await take("a", ahead + 2), 2);
    await settle("a", ahead + 2, { failed: true, rejected: [] });
    assert.deepEqual(await ledger.deliveriesDue(["hook"], now), ["hook"]);
    assert.equal(await take("b", now), 1, "one, to ask whether it is back");
    await settle("b", now, { failed: false, rejected: [] });
    assert.equal(await take("c", ahead + day), 1);
    assert.deepEqual(await ledger.deliveriesDue(["hook"], now + 1), ["hook"]);
    assert.equal(await take("d", now + 1), 1);
    assert.deepEqual(await ledger.deliveriesDue(["hook"], now + 2), [], "it has its minute");
  });

  check("recordRarely: an event far ahead is no reason to leave one out", async (world) => {
    const { ledger, alice: userId } = world;
    const tell = (time: number) =>
      ledger.recordRarely({ ...happenedAt(time), userId }, time - 60 * minute);
    assert.deepEqual(
      [await tell(ahead), await tell(now), await tell(now + 1)],
      [true, true, false],
    );
    // If the clock is ahead by less than the time between two emails, it may be the clock of another node.
    assert.equal(await tell(now - minute), false);
  });

  check("request tokens: none can be answered or exchanged", async (world) => {
    const { ledger, alice, application, consumerKey } = world;
    const [undecided, approved] = [await issueAt(world, ahead), await issueAt(world, ahead)];
    const verifier = mintVerifier(randomBytes);
    assert.equal(await approve(ledger, approved, alice, verifier, ahead), "approved");
    assert.equal(await ledger.requestToken(undecided, now), undefined);
    assert.equal(await ledger.requestTokenCredentials(consumerKey, undecided, now), undefined);
    assert.equal(await ledger.requestTokenOfVerifier(application, verifier, now), undefined);
    assert.equal(await approve(ledger, undecided, alice), "too-late");
    assert.equal(
      await ledger.cancelRequestToken({ token: undecided, userId: alice, now }, by),
      false,
    );
    assert.equal(await exchange(ledger, approved, verifier), "gone");
    assert.notEqual(await ledger.requestToken(undecided, "ever"), undefined);
    assert.ok(await ledger.requestTokenCredentials(consumerKey, undecided, "ever"));
    // If the clock is set back by less than their lifetime, none of them ends.
    const fresh = await issueAt(world, now);
    assert.notEqual(await ledger.requestToken(fresh, now - requestTokenLifeMs), undefined);
    assert.equal(await approve(ledger, fresh, alice, verifier, now - minute), "approved");
    assert.equal(typeof (await exchange(ledger, fresh, verifier, now - minute)), "object");
  });

  check("a previous consumer secret signs no longer than it was to", async (world) => {
    const { ledger, alice: userId, application: applicationId, consumerKey } = world;
    const secrets = async (time: number | "ever") =>
      (await ledger.consumerCredentials(consumerKey, time))?.consumerSecrets.length;
    const regenerate = async (time: number, lasting: number) => {
      const secret = mintConsumerSecret(randomBytes);
      const change = {
        applicationId,
        secret,
        now: time,
        previousUntil: time + lasting,
        overlap: "1h",
      };
      await ledger.regenerateConsumerSecret(change, by);
    };
    const issued = async (time: number) => {
      const candidate = `b${time}` as Parameters<typeof ledger.issueBearerToken>[0]["candidate"];
      const { consumerSecret: authenticatedBy } = world;
      const wanted = { applicationId, candidate, now: time, authenticatedBy };
      return (await ledger.issueBearerToken(wanted, by)) !== undefined;
    };
    await regenerate(ahead, day);
    assert.deepEqual([await secrets(ahead), await secrets(now), await secrets("ever")], [2, 1, 2]);
    const of = { applicationId, userId };
    assert.equal((await ledger.applicationKeys(of, now)).previousSecretUntil, undefined);
    assert.equal((await ledger.applicationKeys(of, "ever")).previousSecretUntil, ahead + day);
    assert.deepEqual([await issued(now), await issued(ahead)], [false, true]);
    await regenerate(now, day);
    assert.deepEqual([await secrets(now - 23 * 60 * minute), await secrets(now + day)], [2, 1]);
  });

  check("sessions: not listed, and they end no other one", async (world) => {
    const { ledger, alice } = world;
    const open = async (time: number) => {
      const digest = fresh();
      const opening = { ...newSession(alice, digest), passwordHash: "$old" as const, now: time };
      assert.ok(await ledger.openSession(opening, by));
      return digest;
    };
    for (let one = 0; one < maxSessions; one += 1) await open(ahead + one);
    assert.deepEqual(await ledger.sessionsOf(alice, now, page), []);
    const mine = [await open(now), await open(now + 1), await open(now + 2)];
    const listed = (await ledger.sessionsOf(alice, now + 2, page)).map(({ digest }) => digest);
    assert.deepEqual(listed.toSorted(), mine.toSorted());
  });

  check("sign-ins between their steps: over, and they end no other one", async (world) => {
    const { ledger, alice: userId } = world;
    const begin = async (time: number) => {
      const digest = fresh();
      const authEvents = [{ kind: "password", at: time }] as const;
      const asked = { signedInFor: undefined, expiresAt: time + waitingSignInMs };
      assert.ok(
        await ledger.beginSignIn({ digest, userId, passwordHash: "$old", authEvents, ...asked }),
      );
      return digest;
    };
    const all = [];
    for (let one = 0; one < maxWaitingSignIns; one += 1) all.push(await begin(ahead + one));
    for (const one of all) assert.equal(await ledger.waitingSignIn(one, now), undefined);
    const mine = [await begin(now), await begin(now + 1), await begin(now + 2)];
    for (const one of mine) assert.notEqual(await ledger.waitingSignIn(one, now + 2), undefined);
  });

  check("one-time links: none can be used", async (world) => {
    const { ledger, alice: userId } = world;
    const link = async (purpose: "password-reset" | "invitation", createdAt: number) => {
      const digest = fresh();
      const whose = purpose === "invitation" ? undefined : userId;
      const expiresAt = createdAt + linkLife[purpose];
      const made = { digest, purpose, userId: whose, note: "", createdAt, expiresAt };
      assert.equal(await ledger.createLink(made, by), "created");
      return digest;
    };
    const reset = await link("password-reset", ahead);
    await link("invitation", ahead);
    const purpose = "password-reset";
    assert.equal(await ledger.linkFor({ digest: reset, purpose }, now), undefined);
    assert.deepEqual(await ledger.links("invitation", now, page), []);
    const wanted = { digest: reset, passwordHash: "$new" as const, now };
    assert.equal(await ledger.resetPassword(wanted, by), undefined);
    const fresher = await link("password-reset", now);
    assert.ok(await ledger.linkFor({ digest: fresher, purpose }, now - linkLife[purpose]));
  });

  check("invitations and offers: they open nothing, and can be made again", async (world) => {
    const { ledger, application: applicationId, bob } = world;
    const mine = { applicationId, userId: bob };
    const invite = (time: number) =>
      ledger.inviteCollaborator({ ...mine, role: "viewer", now: time }, at(time));
    assert.equal(await invite(ahead), "invited");
    await ledger.offerOwnership({ ...mine, now: ahead }, at(ahead));
    assert.deepEqual(await ledger.applicationInvitations(bob, now, page), []);
    assert.deepEqual(await ledger.collaborators(applicationId, now), {
      users: [],
      offer: undefined,
    });
    assert.equal(await ledger.acceptInvitation({ ...mine, role: "viewer" }, at(now)), false);
    assert.equal(await ledger.acceptOwnership({ ...mine, most: 9 }, at(now)), "gone");
    assert.equal(await invite(now), "invited");
    assert.equal(await ledger.acceptInvitation({ ...mine, role: "viewer" }, at(now + 1)), true);
  });

  check("what is told once in a while is told again", async (world) => {
    const { ledger, alice: userId, application: applicationId } = world;
    const limit = { limit: "oauth2/token", percent: 100, allowed: 60, per: "application" } as const;
    const reach = (time: number) => ledger.noteLimitReached({ applicationId, ...limit, now: time });
    const ask = (time: number) => ledger.askAboutPassword({ userId, now: time, every: day });
    for (const tell of [reach, ask]) {
      const told = [await tell(ahead), await tell(now), await tell(now + 1)];
      assert.deepEqual(told, [true, true, false], tell.name);
    }
  });

  check("a screen name that was given up rests no longer", async (world) => {
    const { ledger, alice, bob } = world;
    const rename = (userId: typeof alice, screenName: string, time: number) =>
      ledger.changeProfile({ userId, screenName, name: "" }, at(time));
    for (const name of ["a1", "a2", "a3"]) await rename(alice, name, ahead);
    assert.equal(await rename(alice, "a4", now), "changed", "not too many names");
    assert.equal(await rename(bob, "alice", now), "changed");
    const imported = { ...importedWorld().user, screenName: "a1" };
    const batch = { records: [imported], now, dryRun: true };
    const [outcome] = await ledger.importRecords(batch, by);
    assert.equal(outcome?.is, "new");
    assert.equal(await rename(bob, "a3", now + 29 * day), "screen-name-taken");
  });

  check("rejected requests: they leave room for others", async (world) => {
    const { ledger, application: applicationId } = world;
    const keep = (time: number) =>
      ledger.logRejectedRequest({
        ...{ id: String(time), applicationId, at: time, operation: "oauth/request_token" },
        ...{ code: 32, network: "n", details: "", userId: undefined, authenticated: true },
        expiresAt: time + day,
      });
    for (let one = 0; one < maxRejected; one += 1) await keep(ahead + one);
    for (const time of [now, now + 1, now + 2]) await keep(time);
    assert.deepEqual(
      (await ledger.loggedRequests(applicationId, now)).map((one) => one.at - now),
      [2, 1, 0],
    );
  });

  check("a sign-in that ended at a provider: signing in there again counts", async (world) => {
    const { ledger, alice } = world;
    const identity = { issuer: "https://id.example", subject: "a" };
    const session = { ...newSession(alice, fresh()), now };
    assert.equal(await ledger.linkIdentity({ identity, session }, by), "linked");
    const ended = { ...identity, sid: undefined, tokenId: "t", now: ahead };
    await ledger.endSessionsFrom(ended, by);
    const opening = { ...newSession(alice, fresh()), passwordHash: "$old" as const };
    const authenticated = { ...identity, sid: undefined, authenticatedAt: now };
    assert.ok(await ledger.openSession({ ...opening, identity: authenticated }, by));
  });

  check("sweep: events of the audit log go behind one that is far ahead", async (world) => {
    const { ledger, bob } = world;
    await ledger.sweep({ now, most: 100, auditFrom: now + 1 });
    await createApplication(ledger, bob);
    const eventTimes = async () =>
      (await ledger.eventsBy({}, page)).map((event) => Math.sign(event.at - now));
    await ledger.record(happenedAt(ahead));
    for (const time of [now + 1, now + 2]) await ledger.record(happenedAt(time));
    await ledger.sweep({ now: now + 3, most: 100, auditFrom: now + 1 });
    assert.deepEqual(await eventTimes(), [1, 1, 1, 0]);
    await ledger.sweep({ now: now + 3, most: 100, auditFrom: now + 3 });
    assert.deepEqual(await eventTimes(), [1, 0], "the first stays, and so does what is ahead");
  });
}

function fresh() {
  return tokenDigest(mintSessionId(randomBytes));
}

function issueAt(world: World, time: number) {
  return issue(world, time + requestTokenLifeMs, { now: time });
}
