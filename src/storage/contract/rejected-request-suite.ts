/**
 * The contract for rejected requests: sealed, kept for a day, the latest of each application, shared fairly between
 * networks.
 */
import assert from "node:assert/strict";
import type { ApplicationId } from "../../domain/credentials.ts";
import {
  type ExplainedRequest,
  maxRejectedRequests,
  rejectedRequestIdentity,
  rejectedRequestMs,
} from "../../domain/rejected-request.ts";
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

export function rejectedRequestSuite(engine: string, open: OpenLedger): void {
  const check = checkOn(engine, open);

  check("rejectedRequest: found by its id, sealed, until a day has passed", async (world) => {
    const { ledger, application } = world;
    const request = requestOf(world, { explanation: "what is wrong" });
    assert.equal(await ledger.keepRejectedRequest(request), true);
    const found = await ledger.rejectedRequest(request.id, now - 1);
    const { explanation, network: _, ...rest } = request;
    assert.ok(found);
    const { sealed, ...summary } = found;
    assert.deepEqual(summary, rest);
    assert.ok(!Buffer.from(sealed).includes(explanation));
    const ring = new KeyRing(keySource(suiteRing));
    assert.equal(ring.open(sealed, rejectedRequestIdentity(request.id)).reveal(), explanation);
    assert.equal(await ledger.rejectedRequest(request.id, now), undefined, "it is no younger");
    assert.equal(await ledger.rejectedRequest("another", 0), undefined);
    assert.deepEqual(await ledger.rejectedRequests(application, now), []);
    await ledger.sweep({ now: now + rejectedRequestMs - 1, most: 10 });
    assert.ok(await ledger.rejectedRequest(request.id, 0));
    await ledger.sweep({ now: now + rejectedRequestMs, most: 10 });
    assert.equal(await ledger.rejectedRequest(request.id, 0), undefined);
  });

  check("rejectedRequests: an application's own, the newest first", async (world) => {
    const { ledger, application, alice } = world;
    const other = await createApplication(ledger, alice);
    const first = requestOf(world, { operation: "" });
    const second = requestOf(world, { at: now + 1, code: 89 });
    for (const one of [second, first, requestOf(world, { applicationId: other.id })]) {
      await ledger.keepRejectedRequest(one);
    }
    assert.deepEqual(
      await ledger.rejectedRequests(application, 0),
      [second, first].map(({ id, at, operation, code }) => ({ id, at, operation, code })),
    );
  });

  check("keepRejectedRequest: no network pushes out more than its share", async (world) => {
    const { ledger, application } = world;
    const owners = [1, 2, 3].map((at) => requestOf(world, { network: "owner", at: now + at }));
    for (const one of owners) await ledger.keepRejectedRequest(one);
    for (let at = 10; at < 10 + 2 * maxRejectedRequests; at += 1) {
      await ledger.keepRejectedRequest(requestOf(world, { network: "anonymous", at: now + at }));
    }
    const kept = await ledger.rejectedRequests(application, 0);
    assert.equal(kept.length, maxRejectedRequests);
    for (const { id } of owners) assert.ok(kept.some((one) => one.id === id));
    // A network with few requests can always add one.
    const late = requestOf(world, { network: "third", at: now + 500 });
    await ledger.keepRejectedRequest(late);
    assert.equal((await ledger.rejectedRequests(application, 0))[0]?.id, late.id);
  });

  check("keepRejectedRequest: what is older than a day makes room first", async (world) => {
    const { ledger, application } = world;
    for (let at = 0; at < maxRejectedRequests; at += 1) {
      await ledger.keepRejectedRequest(requestOf(world, { network: "old", at: now + at }));
    }
    const late = requestOf(world, { at: now + maxRejectedRequests + rejectedRequestMs });
    await ledger.keepRejectedRequest(late);
    const kept = await ledger.rejectedRequests(application, 0);
    assert.deepEqual(
      kept.map(({ id }) => id),
      [late.id],
    );
  });

  check("settleRestored: they go, since their day is over or no one can know it", async (world) => {
    const { ledger, application } = world;
    const request = requestOf(world, {});
    await ledger.keepRejectedRequest(request);
    const seed = "0".repeat(64);
    await ledger.settleRestored(
      { now, issuedAfter: undefined, seed, revokedAgain: 0, replaysAccepted: false },
      by,
    );
    assert.equal(await ledger.rejectedRequest(request.id, 0), undefined);
    assert.deepEqual(await ledger.rejectedRequests(application, 0), []);
  });

  check("keepRejectedRequest: they go with the application", async (world) => {
    const { ledger, application } = world;
    const request = requestOf(world, {});
    await ledger.keepRejectedRequest(request);
    await ledger.keepRejectedRequest({ ...request, at: now + 1 });
    assert.equal((await ledger.rejectedRequest(request.id, 0))?.at, now, "an id is given once");
    await ledger.deleteApplication(application, by);
    assert.equal(await ledger.rejectedRequest(request.id, 0), undefined);
    assert.equal(await ledger.keepRejectedRequest(request), false);
    assert.equal(await ledger.rejectedRequest(request.id, 0), undefined);
  });
}

let made = 0;

function requestOf(
  { application }: World,
  more: Partial<ExplainedRequest> & { applicationId?: ApplicationId },
): ExplainedRequest {
  made += 1;
  const id = `0123456789ab-${made.toString(36)}`;
  const usual = { operation: "oauth/request_token", code: 32, network: "203.0.113.1" };
  return { id, applicationId: application, at: now, explanation: "{}", ...usual, ...more };
}
