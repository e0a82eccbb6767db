/**
 * The contract for the request log: sealed, kept until each expires, the latest of each application, rejected ones
 * shared fairly between networks, and a sample of verified ones.
 */
import assert from "node:assert/strict";
import type { ApplicationId, UserId } from "../../domain/credentials.ts";
import {
  loggedRequestIdentity,
  maxLatest,
  maxRejected,
  maxSampled,
  type RejectedRequest,
  type VerifiedRequest,
} from "../../domain/logged-request.ts";
import { KeyRing } from "../../tools/keys/key-ring.ts";
import { keySource } from "../../tools/keys/key-sources.ts";
import {
  by,
  checkOn,
  createApplication,
  now,
  type OpenLedger,
  suiteRing,
  type World,
} from "./seeded-ledger.ts";

export function requestLogSuite(engine: string, open: OpenLedger): void {
  const check = checkOn(engine, open);

  check("loggedRequest: found by its id, sealed, until it expires", async (world) => {
    const { ledger, application } = world;
    const request = requestOf(world, { details: "what is wrong", userId: world.alice });
    assert.equal(await ledger.logRejectedRequest(request), true);
    const found = await ledger.loggedRequest(request.id, now);
    const { details, network: _, userId: __, expiresAt, ...rest } = request;
    assert.ok(found);
    const { sealed, screenName, ...summary } = found;
    assert.deepEqual(summary, rest);
    assert.equal(screenName, "alice");
    assert.ok(!Buffer.from(sealed).includes(details));
    const ring = new KeyRing(keySource(suiteRing));
    assert.equal(ring.open(sealed, loggedRequestIdentity(request.id)).reveal(), details);
    assert.equal(await ledger.loggedRequest("another", now), undefined);
    assert.equal(await ledger.loggedRequest(request.id, expiresAt), undefined, "it has expired");
    assert.deepEqual(await ledger.loggedRequests(application, expiresAt), []);
    assert.deepEqual(await ledger.listedRequests(application, expiresAt), []);
    await ledger.sweep({ now: expiresAt - 1, most: 10 });
    assert.ok(await ledger.loggedRequest(request.id, 0));
    await ledger.sweep({ now: expiresAt, most: 10 });
    assert.equal(await ledger.loggedRequest(request.id, 0), undefined);
  });

  check("loggedRequests: an application's own, the newest first", async (world) => {
    const { ledger, application, alice } = world;
    const other = await createApplication(ledger, alice);
    const first = requestOf(world, { operation: "" });
    const second = requestOf(world, { at: now + 1, code: 89 });
    for (const one of [second, first, requestOf(world, { applicationId: other.id })]) {
      await ledger.logRejectedRequest(one);
    }
    const logged = await ledger.loggedRequests(application, 0);
    const listed = await ledger.listedRequests(application, 0);
    assert.deepEqual(
      logged.map(({ sealed: _, ...one }) => one),
      listed,
    );
    assert.deepEqual(
      listed,
      [second, first].map(({ id, at, operation, code, authenticated, applicationId }) => ({
        ...{ id, at, operation, code, authenticated, applicationId, screenName: undefined },
      })),
    );
  });

  check("logRejectedRequest: no network pushes out more than its share", async (world) => {
    const { ledger, application } = world;
    const owners = [1, 2, 3].map((at) => requestOf(world, { network: "owner", at: now + at }));
    for (const one of owners) await ledger.logRejectedRequest(one);
    for (let at = 10; at < 10 + 2 * maxRejected; at += 1) {
      await ledger.logRejectedRequest(requestOf(world, { network: "anonymous", at: now + at }));
    }
    const kept = await ledger.loggedRequests(application, 0);
    assert.equal(kept.length, maxRejected);
    for (const { id } of owners) assert.ok(kept.some((one) => one.id === id));
    // A network with few requests can always add one.
    const late = requestOf(world, { network: "third", at: now + 500 });
    await ledger.logRejectedRequest(late);
    assert.equal((await ledger.loggedRequests(application, 0))[0]?.id, late.id);
  });

  check("logRejectedRequest: what has expired makes room first", async (world) => {
    const { ledger, application } = world;
    for (let at = 0; at < maxRejected; at += 1) {
      await ledger.logRejectedRequest(
        requestOf(world, { network: "old", at: now + at, expiresAt: now + lifeMs }),
      );
    }
    const late = requestOf(world, { at: now + maxRejected + lifeMs });
    await ledger.logRejectedRequest(late);
    const kept = await ledger.loggedRequests(application, 0);
    assert.deepEqual(
      kept.map(({ id }) => id),
      [late.id],
    );
  });

  check("settleRestored: they go, since they have expired or no one can know it", async (world) => {
    const { ledger, application } = world;
    const request = requestOf(world, {});
    await ledger.logRejectedRequest(request);
    const seed = "0".repeat(64);
    await ledger.settleRestored(
      { now, issuedAfter: undefined, seed, revokedAgain: 0, replaysAccepted: false },
      by,
    );
    assert.equal(await ledger.loggedRequest(request.id, 0), undefined);
    assert.deepEqual(await ledger.loggedRequests(application, 0), []);
  });

  check("logRejectedRequest: they go with the application", async (world) => {
    const { ledger, application } = world;
    const request = requestOf(world, {});
    await ledger.logRejectedRequest(request);
    await ledger.logRejectedRequest({ ...request, at: now + 1 });
    assert.equal((await ledger.loggedRequest(request.id, 0))?.at, now, "an id is given once");
    await ledger.deleteApplication(application, by);
    assert.equal(await ledger.loggedRequest(request.id, 0), undefined);
    assert.equal(await ledger.logRejectedRequest(request), false);
    assert.equal(await ledger.loggedRequest(request.id, 0), undefined);
  });

  check("logVerifiedRequests: the latest stay, and of the others a sample", async (world) => {
    const { ledger, application } = world;
    const rejected = requestOf(world, { expiresAt: now + 9 * lifeMs });
    await ledger.logRejectedRequest(rejected);
    let lowest: readonly (readonly [ApplicationId, number])[] = [];
    const all = Array.from({ length: 1_000 }, (_, at) =>
      verifiedOf(world, {
        at: now + 1 + at,
        expiresAt: now + 9 * lifeMs,
        level: 31 - Math.clz32(at & -at),
      }),
    );
    for (let from = 0; from < all.length; from += 250) {
      lowest = await ledger.logVerifiedRequests(all.slice(from, from + 250));
    }
    const logged = await ledger.loggedRequests(application, now);
    assert.equal(logged.at(-1)?.id, rejected.id, "verified requests displace no rejected one");
    const ids = logged.slice(0, -1).map(({ id }) => id);
    const latest = all.slice(-maxLatest).reverse();
    assert.deepEqual(
      ids.slice(0, maxLatest),
      latest.map(({ id }) => id),
    );
    const [[of, level] = []] = lowest;
    assert.equal(of, application);
    assert.ok(level !== undefined && level > 0);
    assert.deepEqual(
      ids.slice(maxLatest),
      all
        .slice(0, -maxLatest)
        .filter((one) => one.level >= level)
        .map(({ id }) => id)
        .reverse(),
    );
    assert.ok(ids.length - maxLatest <= maxSampled);
  });

  check("logVerifiedRequests: anonymous callers displace none", async (world) => {
    const { ledger, application } = world;
    const verified = verifiedOf(world, {});
    await ledger.logVerifiedRequests([verified]);
    for (let at = 1; at <= maxRejected + 10; at += 1) {
      await ledger.logRejectedRequest(requestOf(world, { network: String(at), at: now + at }));
    }
    const logged = await ledger.loggedRequests(application, now);
    assert.equal(logged.at(-1)?.id, verified.id);
    assert.equal(logged.length, maxRejected + 1);
  });

  check("logVerifiedRequests: a sample that is half empty takes twice as many", async (world) => {
    const { ledger, application } = world;
    const many = Array.from({ length: 60 }, (_, at) =>
      verifiedOf(world, { at: now + at, level: 5 }),
    );
    assert.deepEqual(await ledger.logVerifiedRequests(many), [[application, 4]]);
  });

  check("logVerifiedRequests: those of the deleted are left out", async (world) => {
    const { ledger, application, alice } = world;
    const other = await createApplication(ledger, alice);
    await ledger.deleteApplication(other.id, by);
    const gone = "999" as UserId;
    const own = verifiedOf(world, { userId: world.bob });
    const requests = [verifiedOf(world, { applicationId: other.id }), own];
    const levels = await ledger.logVerifiedRequests([
      ...requests,
      verifiedOf(world, { userId: gone }),
    ]);
    assert.deepEqual(levels, [[application, 0]]);
    assert.deepEqual(await ledger.logVerifiedRequests([]), []);
    const logged = await ledger.loggedRequests(application, now);
    assert.deepEqual(
      logged.map(({ id, screenName }) => [id, screenName]),
      [[own.id, "bob"]],
    );
    await ledger.deleteUser({ userId: world.bob }, by);
    assert.deepEqual(await ledger.loggedRequests(application, now), []);
  });
}

const lifeMs = 1000;

let made = 0;

function requestOf(world: World, more: Partial<RejectedRequest>): RejectedRequest {
  return { ...newRequest(world, more.at), code: 32, network: "203.0.113.1", ...more };
}

function verifiedOf(world: World, more: Partial<VerifiedRequest>): VerifiedRequest {
  return { ...newRequest(world, more.at), code: 0, authenticated: true, level: 0, ...more };
}

function newRequest({ application }: World, at = now) {
  made += 1;
  return {
    id: `0123456789ab-${made.toString(36)}`,
    applicationId: application,
    userId: undefined,
    at,
    operation: "oauth/request_token",
    authenticated: false,
    details: "{}",
    expiresAt: at + lifeMs,
  };
}
