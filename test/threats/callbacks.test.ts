/** T06, T07, T08: where users may be sent, and that the service never fetches a URL of another user's. */
import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { test } from "node:test";
import {
  callbackDestination,
  callbackMatches,
  callbackWith,
  problemWithCallback,
} from "../../src/domain/callback.ts";
import { callbacksInForce, waitingSchemes } from "../../src/domain/callback-schemes.ts";
import { requestErrorOf, requestTokenFor, wholeFlow } from "../support/flow.ts";
import { makeApplication } from "../support/service.ts";
import { startWorld } from "../support/world.ts";

interface Corpus {
  readonly registration: readonly { url: string; allowed: boolean; because: string }[];
  readonly waiting: readonly { url: string; waits: boolean; because: string }[];
  readonly matching: readonly {
    registered: readonly string[];
    sent: string;
    match: boolean;
    because: string;
  }[];
}

const corpus = JSON.parse(
  readFileSync(new URL("../vectors/callbacks.json", import.meta.url), "utf8"),
) as Corpus;

const reasons = <T extends { because: string }>(rows: readonly T[]) =>
  Map.groupBy(rows, (row) => row.because);

for (const [because, rows] of reasons(corpus.registration)) {
  test(`T06, T07 — registering: ${because || "allowed"} (${rows.length})`, () => {
    for (const { url, allowed } of rows) {
      const problem = problemWithCallback(url);
      assert.equal(problem === undefined, allowed, `${JSON.stringify(url)}: ${problem}`);
    }
  });
}

for (const [because, rows] of reasons(corpus.waiting)) {
  test(`T06, T07 — waiting for an administrator: ${because} (${rows.length})`, () => {
    for (const { url, waits } of rows) {
      assert.equal(problemWithCallback(url), undefined, url);
      const scheme = url.slice(0, url.indexOf(":")).toLowerCase();
      assert.deepEqual(waitingSchemes([url], []), waits ? [scheme] : [], url);
      assert.deepEqual(callbacksInForce([url], []), waits ? [] : [url], url);
      assert.deepEqual(callbacksInForce([url], [scheme]), [url], url);
    }
  });
}

for (const [because, rows] of reasons(corpus.matching)) {
  // interface §2.9, §2.10, §2.11
  test(`T06 — matching: ${because} (${rows.length})`, () => {
    for (const { registered, sent, match } of rows) {
      assert.equal(callbackMatches(sent, registered), match, JSON.stringify({ registered, sent }));
    }
  });
}

test("T06 — what matches leads where it says: a parser finds the registered origin there", () => {
  for (const { registered, sent, match } of corpus.matching) {
    if (!match || !/^https?:/i.test(sent)) continue;
    const target = new URL(callbackWith(sent, { oauth_token: "t", oauth_verifier: "v" }));
    const destination = callbackDestination(sent);
    assert.equal(destination.kind, "web");
    assert.ok(
      registered.some((one) => URL.parse(one)?.hostname === target.hostname),
      sent,
    );
    assert.equal(target.searchParams.get("oauth_token"), "t");
    assert.equal(target.username + target.password + target.hash, "");
  }
});

// interface §2.8
test("T06 — over the wire: 200 where it matches, 403 (code 415) or 400 (code 215) where it does not", async () => {
  await using world = await startWorld();
  const applications = new Map<string, Awaited<ReturnType<typeof makeApplication>>>();
  for (const { registered, sent, match } of corpus.matching) {
    const key = JSON.stringify(registered);
    const as =
      applications.get(key) ??
      (await makeApplication(world.ledger, world.alice, { callbacks: registered }));
    applications.set(key, as);
    const response = await world.signed("POST", "/oauth/request_token", {
      as,
      oauth: { oauth_callback: sent },
    });
    if (match) assert.equal(response.status, 200, sent);
    else {
      const expected = registered.length === 0 ? "401 (code 417)" : "403 (code 415)";
      assert.equal(await requestErrorOf(response), expected, JSON.stringify(sent));
    }
  }
});

test("T07 — registering again what was allowed is allowed; every dangerous scheme in every case is not", () => {
  for (const scheme of [
    "javascript",
    "data",
    "file",
    "vbscript",
    "blob",
    "about",
    "view-source",
    "filesystem",
  ]) {
    for (const one of [scheme, scheme.toUpperCase(), scheme[0]?.toUpperCase() + scheme.slice(1)]) {
      for (const rest of ["://", ":", ":x", "://x", ":///x"]) {
        assert.notEqual(problemWithCallback(one + rest), undefined, one + rest);
        assert.equal(callbackMatches(one + rest, [one + rest]), false, one + rest);
      }
    }
  }
});

test("T08 — no outbound request: website and callback are never fetched", async () => {
  const visits: string[] = [];
  const bait = createServer((request, response) => {
    visits.push(request.url ?? "");
    response.end();
  });
  await new Promise<void>((resolve) => bait.listen(0, "127.0.0.1", resolve));
  const origin = `http://127.0.0.1:${(bait.address() as AddressInfo).port}`;
  try {
    await using world = await startWorld(
      {},
      { website: `${origin}/site`, callbacks: [`${origin}/callback`] },
    );
    await wholeFlow(world.baseUrl, world.application, world.alice, `${origin}/callback`);
    await requestTokenFor(world.baseUrl, world.application, `${origin}/callback?x`);
    assert.deepEqual(visits, []);
  } finally {
    bait.closeAllConnections();
    await new Promise((resolve) => bait.close(resolve));
  }
});

/**
 * Files that send requests only to addresses that the administrator names. The first three are not part of a running
 * service.
 */
const asking = [
  "packages/client/src/",
  "packages/conformance/src/exchange.ts",
  "src/program/checks/request.ts",
  "src/tools/identity-providers/bounded-fetch.ts",
  "src/tools/webhooks/post.ts",
];

test("T08 — nothing else in the source can make an outbound request", async () => {
  const { sources } = await import("../support/sources.ts");
  for (const [path, text] of sources()) {
    if (asking.some((one) => path.startsWith(one))) continue;
    assert.doesNotMatch(
      text,
      /\bfetch\(|^import (?!type)[^;]*from "node:(https|dgram|dns|tls)"|\bhttps?\.(request|get)\(|\b(createConnection|undici)\b/m,
      path,
    );
  }
});
