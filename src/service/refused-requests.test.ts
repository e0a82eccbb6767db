import assert from "node:assert/strict";
import { test } from "node:test";
import type { RefusedNow } from "../actions/explain-refusal.ts";
import { Refusal } from "../domain/refusals.ts";
import type { ExplainedRequest } from "../domain/refused-request.ts";
import {
  longestExplained,
  mostNetworks,
  mostWaiting,
  ofAll,
  ofOneNetwork,
  openRefusedRequests,
} from "./refused-requests.ts";

const key = "k".repeat(25);
const refusal = new Refusal("couldNotAuthenticate", {
  unproven: { consumerKey: key, cause: "signature" },
});

/** A queue that lists what it explained. */
function opened(explain?: (one: RefusedNow) => Promise<ExplainedRequest | undefined>) {
  const kept: string[] = [];
  const failures: string[] = [];
  const clock = { now: 0 };
  const queue = openRefusedRequests({
    explain: explain ?? (async ({ request }) => ({ id: request.id }) as ExplainedRequest),
    ledger: { keepRefusedRequest: async ({ id }) => kept.push(id) > 0 },
    clock: () => clock.now,
    failed: (reason) => failures.push(reason),
  });
  return { queue, kept, failures, clock };
}

let made = 0;

function request(more: { address?: string; authorization?: string; body?: string } = {}) {
  made += 1;
  return {
    ...{ id: String(made), method: "GET", path: "/", query: undefined, contentType: undefined },
    ...{ authorization: "OAuth", authorizations: 1, body: "", headers: {}, address: "203.0.113.1" },
    ...more,
  };
}

const more = { operation: "oauth/request_token" };

test("what is taken in is explained and kept, after the one who offers it went on", async () => {
  const { queue, kept } = opened();
  await using _ = queue;
  const one = request();
  assert.equal(queue.offer(one, refusal, more), true);
  assert.deepEqual(kept, []);
  await queue.settled();
  assert.deepEqual(kept, [one.id]);
  await queue.settled();
});

test("what names no application, is too long, or says nothing about the request is not taken in", async () => {
  const { queue, kept } = opened();
  await using _ = queue;
  const bad = new Refusal("badAuthenticationData");
  const long = request({ body: "x".repeat(longestExplained) });
  const other = { consumerKey: "no key", cause: "signature" } as const;
  const taken = [
    queue.offer(request(), new Refusal("rateLimited"), { ...more, provenAs: "1" as never }),
    queue.offer(request(), new Refusal("couldNotAuthenticate", { unproven: other }), more),
    queue.offer(request({ authorization: "Bearer x" }), new Refusal("invalidToken"), more),
    queue.offer(request({ authorization: "OAuth nothing" }), bad, more),
    queue.offer(long, refusal, more),
  ];
  assert.deepEqual(taken, [false, false, false, false, false]);
  assert.equal(
    queue.offer(request({ authorization: "OAuth oauth_consumer_key=" }), bad, more),
    true,
  );
  assert.equal(queue.offer(request(), bad, { ...more, provenAs: "1" as never }), true);
  await queue.settled();
  assert.equal(kept.length, 2);
});

test("one network has few explained in a time, and takes no other's", async () => {
  const { queue, kept, clock } = opened();
  await using _ = queue;
  const offer = async (address: string, times: number) => {
    let taken = 0;
    for (let at = 0; at < times; at += 1) {
      if (queue.offer(request({ address }), refusal, more)) taken += 1;
      await queue.settled();
    }
    return taken;
  };
  assert.equal(await offer("203.0.113.9", 3 * ofOneNetwork.atOnce), ofOneNetwork.atOnce);
  assert.equal(await offer("203.0.113.10", 1), 1);
  clock.now += ofOneNetwork.everyMs;
  assert.equal(await offer("203.0.113.9", 3), 1);
  assert.equal(kept.length, ofOneNetwork.atOnce + 2);
});

test("a flood from everywhere is explained at the service's pace, in bounded memory, and takes turns", async () => {
  const { queue, kept } = opened();
  await using _ = queue;
  for (let network = 0; network < 200; network += 1) {
    const unproven = {
      consumerKey: String(network).padStart(25, "k"),
      cause: "signature",
    } as const;
    const one = new Refusal("couldNotAuthenticate", { unproven });
    const taken = queue.offer(request({ address: `10.0.${network}.1` }), one, more);
    assert.equal(taken, network < mostWaiting);
  }
  await queue.settled();
  assert.equal(kept.length, ofAll.atOnce);
});

test("the paces of so many networks are kept, and the one that was refused longest ago is forgotten", async () => {
  for (const others of [mostNetworks - 1, mostNetworks]) {
    const { queue } = opened();
    await using _ = queue;
    const offer = async (address: string) => {
      const taken = queue.offer(request({ address }), refusal, more);
      await queue.settled();
      return taken;
    };
    const address = "203.0.113.9";
    for (let at = 0; at < ofOneNetwork.atOnce; at += 1) assert.ok(await offer(address));
    assert.equal(await offer(address), false, "its pace is used up");
    for (let at = 0; at < others; at += 1) {
      queue.offer(request({ address: `10.${at >> 8}.${at & 255}.1` }), refusal, more);
    }
    await queue.settled();
    assert.equal(await offer(address), others === mostNetworks);
  }
});

test("a store that fails, and a request that cannot be explained, are told and forgotten", async () => {
  const { queue, kept, failures } = opened(async ({ request: { id } }) => {
    if (failures.length === 0) throw new Error("out of reach");
    return { id } as ExplainedRequest;
  });
  await using _ = queue;
  queue.offer(request(), refusal, more);
  queue.offer(request(), refusal, more);
  await queue.settled();
  assert.deepEqual(failures, ["Error: out of reach"]);
  assert.equal(kept.length, 1);
});

test("closing waits for the one in hand, and takes nothing in afterwards", async () => {
  const { queue, kept } = opened();
  queue.offer(request(), refusal, more);
  await queue[Symbol.asyncDispose]();
  assert.equal(queue.offer(request(), refusal, more), false);
  assert.ok(kept.length <= 1);
});
