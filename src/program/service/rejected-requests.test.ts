import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import { test } from "node:test";
import { until } from "../../../test/support/until.ts";
import { maxPaste } from "../../doctor/paste/pasted-request.ts";
import { RequestError } from "../../domain/errors.ts";
import type { RejectedRequest } from "../../domain/logged-request.ts";
import type { RejectedNow } from "../../http/actions/explain-rejection.ts";
import {
  maxExplained,
  maxNetworks,
  maxWaiting,
  ofAll,
  ofOneNetwork,
  openRejectedRequests,
} from "./rejected-requests.ts";

const key = "k".repeat(25);
const rejection = new RequestError("couldNotAuthenticate", {
  failedAuthentication: { consumerKey: key, cause: "signature" },
});

/** The queue lists what it explained. */
function openQueue(explain?: (one: RejectedNow) => Promise<RejectedRequest | undefined>) {
  const stored: string[] = [];
  const failures: string[] = [];
  const clock = { now: 0 };
  const queue = openRejectedRequests({
    explain: explain ?? (async ({ request }) => ({ id: request.id }) as RejectedRequest),
    keptDays: 1,
    ledger: { logRejectedRequest: async ({ id }) => stored.push(id) > 0 },
    clock: () => clock.now,
    failed: (reason) => failures.push(reason),
  });
  return { queue, stored, failures, clock };
}

let made = 0;

function request(
  more: {
    readonly address?: string;
    readonly authorization?: string | undefined;
    readonly query?: string;
    readonly body?: string;
  } = {},
) {
  made += 1;
  return {
    ...{ id: String(made), method: "GET", path: "/", query: undefined, contentType: undefined },
    ...{ authorization: "OAuth", authorizations: 1, body: "", headers: {}, address: "203.0.113.1" },
    ...more,
  };
}

const more = { operation: "oauth/request_token", authenticated: false };

test("what is taken in is explained and kept, after the one who offers it continued", async () => {
  const { queue, stored } = openQueue();
  await using _ = queue;
  const one = request();
  assert.equal(queue.offer(one, rejection, more), true);
  assert.deepEqual(stored, []);
  await queue.settled();
  assert.deepEqual(stored, [one.id]);
  await queue.settled();
});

test("what names no application, is too long, or says nothing about the request is not taken in", async () => {
  const { queue, stored } = openQueue();
  await using _ = queue;
  const bad = new RequestError("badAuthenticationData");
  const long = request({ body: "x".repeat(maxExplained) });
  const longQuery = request({ query: "x".repeat(maxExplained) });
  const other = { consumerKey: "no key", cause: "signature" } as const;
  const taken = [
    queue.offer(request(), new RequestError("rateLimited"), { ...more, verifiedAs: "1" as never }),
    queue.offer(
      request(),
      new RequestError("couldNotAuthenticate", { failedAuthentication: other }),
      more,
    ),
    queue.offer(request({ authorization: "Bearer x" }), new RequestError("invalidToken"), more),
    queue.offer(request({ authorization: "OAuth nothing" }), bad, more),
    queue.offer(long, rejection, more),
    queue.offer(longQuery, rejection, more),
  ];
  assert.deepEqual(taken, [false, false, false, false, false, false]);
  assert.equal(
    queue.offer(request({ authorization: "OAuth oauth_consumer_key=" }), bad, more),
    true,
  );
  assert.equal(queue.offer(request(), bad, { ...more, verifiedAs: "1" as never }), true);
  await queue.settled();
  assert.equal(stored.length, 2);
});

test("the longest request that is taken in is as long as the longest paste", async () => {
  assert.equal(maxExplained, maxPaste);
  const { queue } = openQueue();
  await using _ = queue;
  // Its path has one character.
  const long = (length: number) =>
    request({ authorization: undefined, body: "x".repeat(length - 1) });
  assert.equal(queue.offer(long(maxExplained), rejection, more), true);
  assert.equal(queue.offer(long(maxExplained + 1), rejection, more), false);
});

test("without a parsed key, a request names an application in its header, or else in its query or form", async () => {
  const { queue } = openQueue();
  await using _ = queue;
  const bad = new RequestError("badAuthenticationData");
  const named = "oauth_consumer_key=k";
  for (const [one, isTaken] of [
    [{ authorization: "BASIC eA==" }, true],
    [{ authorization: "Digest basic eA==" }, false],
    [{ authorization: undefined }, false],
    [{ authorization: undefined, query: named }, true],
    [{ authorization: undefined, body: named }, true],
    [{ authorization: "Bearer x", query: named }, false],
  ] as const) {
    assert.equal(queue.offer(request(one), bad, more), isTaken, JSON.stringify(one));
    await queue.settled();
  }
});

test("what waits of one application, and of all that a parse would tell, is eight", async () => {
  const bad = new RequestError("badAuthenticationData");
  const places = ["header", "query"].flatMap((place) => Array.from({ length: 5 }, () => place));
  for (const [ofPlace, why] of [
    [() => ({}), rejection],
    [
      (place: string) =>
        place === "header"
          ? { authorization: "Basic x" }
          : { authorization: undefined, query: "oauth_consumer_key=k" },
      bad,
    ],
  ] as const) {
    const { queue, stored } = openQueue();
    await using _ = queue;
    const taken = places.map((place, at) =>
      queue.offer(request({ ...ofPlace(place), address: `10.0.${at}.1` }), why, more),
    );
    assert.deepEqual(taken, [...Array(8).fill(true), false, false]);
    await queue.settled();
    assert.equal(stored.length, 8);
  }
});

test("the bounds are those of ADR 41", () => {
  const adr = readFileSync("docs/adr/0041-the-doctor.md", "utf8");
  const seconds = (one: { readonly everyMs: number }) => `${one.everyMs / 1000} seconds`;
  for (const row of [
    `| the queue | ${maxWaiting} places,`,
    `| a network | ${ofOneNetwork.atOnce} explained at once and one every ${seconds(ofOneNetwork)} |`,
    `| a process | ${ofAll.atOnce} explained at once and one every ${seconds(ofAll)} |`,
  ]) {
    assert.ok(adr.includes(row), row);
  }
});

test("one network has few explained in a time, and takes no other's", async () => {
  const { queue, stored, clock } = openQueue();
  await using _ = queue;
  const offer = async (address: string, times: number) => {
    let taken = 0;
    for (let at = 0; at < times; at += 1) {
      if (queue.offer(request({ address }), rejection, more)) taken += 1;
      await queue.settled();
    }
    return taken;
  };
  assert.equal(await offer("203.0.113.9", 3 * ofOneNetwork.atOnce), ofOneNetwork.atOnce);
  assert.equal(await offer("203.0.113.10", 1), 1);
  clock.now += ofOneNetwork.everyMs;
  assert.equal(await offer("203.0.113.9", 3), 1);
  assert.equal(stored.length, ofOneNetwork.atOnce + 2);
});

test("a flood from everywhere is explained at the service's pace, in bounded memory, and takes turns", async () => {
  const { queue, stored } = openQueue();
  await using _ = queue;
  for (let network = 0; network < 200; network += 1) {
    const failedAuthentication = {
      consumerKey: String(network).padStart(25, "k"),
      cause: "signature",
    } as const;
    const one = new RequestError("couldNotAuthenticate", { failedAuthentication });
    const taken = queue.offer(request({ address: `10.0.${network}.1` }), one, more);
    assert.equal(taken, network < maxWaiting);
  }
  await queue.settled();
  assert.equal(stored.length, ofAll.atOnce);
});

test("the paces of so many networks are kept, and the one that was rejected longest ago is forgotten", async () => {
  for (const others of [maxNetworks - 1, maxNetworks]) {
    const { queue } = openQueue();
    await using _ = queue;
    const offer = async (address: string) => {
      const taken = queue.offer(request({ address }), rejection, more);
      await queue.settled();
      return taken;
    };
    const address = "203.0.113.9";
    for (let at = 0; at < ofOneNetwork.atOnce; at += 1) assert.ok(await offer(address));
    assert.equal(await offer(address), false, "its pace is used up");
    for (let at = 0; at < others; at += 1) {
      queue.offer(request({ address: `10.${at >> 8}.${at & 255}.1` }), rejection, more);
    }
    await queue.settled();
    assert.equal(await offer(address), others === maxNetworks);
    // It was rejected again, so it is forgotten after as many others again.
    for (let at = 0; at < maxNetworks - 1; at += 1) {
      queue.offer(request({ address: `11.${at >> 8}.${at & 255}.1` }), rejection, more);
    }
    await queue.settled();
    if (others < maxNetworks) assert.equal(await offer(address), false);
  }
});

test("a store that fails, and a request that cannot be explained, are told and forgotten", async () => {
  const { queue, stored, failures } = openQueue(async ({ request: { id } }) => {
    if (failures.length === 0) throw new Error("out of reach");
    return { id } as RejectedRequest;
  });
  await using _ = queue;
  queue.offer(request(), rejection, more);
  queue.offer(request(), rejection, more);
  await queue.settled();
  assert.deepEqual(failures, ["Error: out of reach"]);
  assert.equal(stored.length, 1);
});

test("what no one can explain is not kept, and nothing has failed", async () => {
  const { queue, stored, failures } = openQueue(async () => undefined);
  await using _ = queue;
  queue.offer(request(), rejection, more);
  await queue.settled();
  assert.deepEqual([stored, failures], [[], []]);
});

test("beyond the pace of all, the rest waits, and continues each time that one may pass", async () => {
  const { queue, stored, clock } = openQueue();
  await using _ = queue;
  const offer = (at: number) =>
    queue.offer(request({ address: `10.${at}.0.1` }), rejection, more) && queue.settled();
  for (let at = 0; at < ofAll.atOnce; at += 1) await offer(at);
  assert.equal(stored.length, ofAll.atOnce);
  for (const turn of [1, 2]) {
    // A millisecond before the next may pass.
    clock.now = turn * ofAll.everyMs - 1;
    await offer(100 + turn);
    assert.equal(stored.length, ofAll.atOnce + turn - 1);
    clock.now += 1;
    await until(() => stored.length === ofAll.atOnce + turn);
    await queue.settled();
  }
});

test("one is explained at a time, and a pause follows that is as long as four of it, to a tenth of a second", async () => {
  const began: number[] = [];
  const ended: number[] = [];
  const { queue } = openQueue(async ({ request: { id } }) => {
    began.push(performance.now());
    // While it works, another is offered.
    if (began.length === 1) assert.ok(queue.offer(request(), rejection, more));
    await new Promise((resolve) => setTimeout(resolve, 20));
    ended.push(performance.now());
    return { id } as RejectedRequest;
  });
  await using _ = queue;
  queue.offer(request(), rejection, more);
  await queue.settled();
  assert.equal(began.length, 2);
  const pause = (began[1] ?? 0) - (ended[0] ?? 0);
  // A timer may be a millisecond early.
  assert.ok(pause >= 70, `${pause} ms`);
});

test("closing waits for the one in hand, and takes nothing in afterwards", async () => {
  const hand = Promise.withResolvers<void>();
  const { queue, stored } = openQueue(async ({ request: { id } }) => {
    hand.resolve();
    await new Promise((resolve) => setTimeout(resolve, 20));
    return { id } as RejectedRequest;
  });
  for (let at = 0; at < 2; at += 1) queue.offer(request(), rejection, more);
  await hand.promise;
  await queue[Symbol.asyncDispose]();
  assert.equal(queue.offer(request(), rejection, more), false);
  assert.equal(stored.length, 1);
});
