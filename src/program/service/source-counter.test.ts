import assert from "node:assert/strict";
import { randomBytes } from "node:crypto";
import { test } from "node:test";
import { setFlagsFromString } from "node:v8";
import { runInNewContext } from "node:vm";
import { rejected, verified } from "../../../test/support/decided-request.ts";
import { incoming } from "../../../test/support/incoming.ts";
import type { AccessToken, ApplicationId, ConsumerKey } from "../../domain/credentials.ts";
import { dayMs } from "../../domain/day.ts";
import type { DecidedRequest } from "../../domain/decided-request.ts";
import { StoreFailure } from "../../domain/errors.ts";
import { otherSources, programOf, type SourceUse } from "../../domain/source.ts";
import { grant, now, seededLedger } from "../../storage/contract/seeded-ledger.ts";
import { openSqliteLedger } from "../../storage/sqlite/ledger.ts";
import { KeyRing } from "../../tools/keys/key-ring.ts";
import { keySource } from "../../tools/keys/key-sources.ts";
import { openSourceCounter } from "./source-counter.ts";

const keysFrom = { given: `test:${randomBytes(32).toString("base64")}` };
const start = now + 2 * dayMs;
const honest = { address: "198.51.100.4", userAgent: "tide-table/3.2.1 (linux)" };

/** A counter with a clock that a test moves, over a database whose writes a test can have fail. */
async function opened() {
  const ledger = await openSqliteLedger({
    path: ":memory:",
    keys: new KeyRing(keySource(keysFrom)),
    keysFrom,
    committed: () => {},
  });
  const world = await seededLedger({ ledger, committed: [] });
  const state = { now: start, fail: false };
  const written: SourceUse[] = [];
  const applicationsOfWrites: number[] = [];
  const open = () =>
    openSourceCounter(
      {
        ...ledger,
        addSources(uses, at) {
          if (state.fail) return Promise.reject(new StoreFailure("the disk is full"));
          written.push(...uses);
          applicationsOfWrites.push(new Set(uses.map((one) => one.applicationId)).size);
          return ledger.addSources(uses, at);
        },
      },
      () => state.now,
    );
  const { application } = world;
  const from = (parts: Parameters<typeof incoming>[0], more: Partial<DecidedRequest> = {}) => ({
    ...verified(application, state.now),
    credential: "consumer secret" as const,
    request: incoming(parts),
    ...more,
  });
  const shown = async () =>
    (await ledger.sourcesOf(application, state.now))
      .map(({ credential, network, program, requests, rejected: failed }) =>
        [credential, network, program, requests, failed].join(" "),
      )
      .sort();
  return {
    ...{ ...world, state, written, applicationsOfWrites, open, from, shown },
    [Symbol.asyncDispose]: () => ledger[Symbol.asyncDispose](),
  };
}

test("counted by credential, network and program; rejected ones too", async () => {
  await using world = await opened();
  const { application, consumerKey, from, state } = world;
  const counter = world.open();
  counter.add(from(honest));
  counter.add(from({ ...honest, userAgent: "tide-table/3.2.9" }));
  counter.add(from(honest, { rejection: rejected(application, "rateLimited", 0).rejection }));
  counter.add(from({ address: "2001:db8::1:2:3:4" }, { credential: "bearer token" }));
  counter.add(from({ address: "2001:DB8:0:0:ffff::" }, { credential: "bearer token" }));
  const failed = { ...rejected(undefined, "couldNotAuthenticate", start), authenticated: false };
  counter.add({ ...failed, namedKey: consumerKey });
  counter.add({ ...failed, namedKey: "a-key-that-does-not-exist" as ConsumerKey });
  counter.add({ ...failed, namedKey: undefined });
  const sources = await counter.sourcesOf(application, state.now);
  assert.equal(sources.length, 3, "a page has what was just counted");
  assert.deepEqual(await world.shown(), [
    "bearer token 2001:db8:0:0::/64  2 0",
    "consumer secret 198.51.100.4 tide-table/3.2 3 1",
    "unauthenticated 127.0.0.1  1 1",
  ]);
  counter.add(from(honest));
  assert.equal((await counter.sourcesOf(application, state.now)).length, 3);
  assert.match((await world.shown())[1] ?? "", / 3 1$/, "not written twice within a second");
  state.now += 1000;
  await counter.sourcesOf(application, state.now);
  assert.match((await world.shown())[1] ?? "", / 4 1$/);
});

test("100,000 addresses and 100,000 programs of hostile callers: at most 20 MB, and the honest one is counted", async () => {
  await using world = await opened();
  const { application, consumerKey, from, state } = world;
  const before = world.open();
  before.add(from(honest));
  await before.write();
  state.now += 2 * dayMs;
  const hostile = {
    "with valid credentials": (parts: Parameters<typeof incoming>[0]) =>
      from(parts, { token: `1-${parts?.address}` as AccessToken }),
    "that only name the key": (parts: Parameters<typeof incoming>[0]) => ({
      ...rejected(undefined, "couldNotAuthenticate", state.now),
      ...{ request: incoming(parts), authenticated: false, namedKey: consumerKey },
    }),
  };
  const long = "x".repeat(2000);
  for (const [title, attack] of Object.entries(hostile)) {
    // The process knows nothing yet, as after a start.
    const counter = world.open();
    const base = heapUsed();
    for (let index = 0; index < 100_000; index++) {
      counter.add(
        attack({ ...honest, address: `10.${index >> 16}.${(index >> 8) & 255}.${index & 255}` }),
      );
      counter.add(
        attack({
          address: `2001:db8:${(index >> 8).toString(16)}:${index & 255}::1`,
          userAgent: `x${index}/1 ${long}`,
        }),
      );
      if (index % 1000 === 900) counter.add(from(honest));
      // A second passes, in which the counter writes because its places are taken.
      if (index % 10_000 === 499) {
        state.now += 1000;
        await counter.sourcesOf(application, state.now);
      }
    }
    world.written.length = 0;
    const grown = heapUsed() - base;
    assert.ok(grown < 20_000_000, `${title}: ${grown} bytes`);
    await counter.write();
    const all = await counter.sourcesOf(application, state.now);
    const [own] = all.filter(
      (one) =>
        one.program === "tide-table/3.2" &&
        one.network === honest.address &&
        one.credential === "consumer secret",
    );
    assert.equal(own?.requests, title === "with valid credentials" ? 100 : 200, title);
    assert.ok(all.length < 250, `${title}: ${all.length} rows`);
    assert.ok(all.some(({ network, requests }) => network === otherSources && requests > 190_000));
  }
});

test("access tokens: those used from a network that may be new, and no others", async () => {
  await using world = await opened();
  const { application: applicationId, alice, ledger, from, state, written } = world;
  const { token } = await grant({ ...world, committed: [] }, alice);
  const used = () => ledger.countTokensUsedFromNewSources({ applicationId, since: state.now }, 9);
  const counter = world.open();
  state.now = now;
  counter.add(from(honest, { token }));
  await counter.write();
  assert.equal(await used(), 0, "on the application's first day");
  state.now = start;
  counter.add(from({ ...honest, userAgent: "other/1" }, { token }));
  await counter.write();
  assert.deepEqual([await used(), written.at(-1)?.tokens], [0, []], "its network is known");
  counter.add(from({ address: "203.0.113.77" }, { token }));
  await counter.write();
  assert.equal(await used(), 1);
  const many = Array.from({ length: 450 }, (_, index) => `1-${index}` as AccessToken);
  for (const one of many) counter.add(from({ address: "203.0.113.77" }, { token: one }));
  await counter.write();
  const chunks = written.slice(-3).map(({ tokens, requests }) => [tokens.length, requests]);
  assert.deepEqual(chunks, [
    [200, 450],
    [200, 0],
    [50, 0],
  ]);
});

test("counts that can't be written wait", async () => {
  await using world = await opened();
  const { from, state } = world;
  const counter = world.open();
  state.fail = true;
  for (let each = 0; each < 3; each++) {
    counter.add(from(honest));
    await assert.rejects(counter.write(), StoreFailure);
  }
  state.fail = false;
  counter.add(from(honest));
  await counter.write();
  assert.deepEqual(await world.shown(), ["consumer secret 198.51.100.4 tide-table/3.2 4 0"]);
  await counter.write();
  assert.equal(world.written.length, 1, "nothing is written twice");
});

test("a write has few applications, because all their sources are read", async () => {
  await using world = await opened();
  const counter = world.open();
  for (let each = 0; each < 45; each++) {
    const applicationId = String(1_000 + each) as ApplicationId;
    for (const address of ["198.51.100.4", "198.51.100.5"]) {
      counter.add(world.from({ ...honest, address }, { applicationId }));
    }
  }
  await counter.write();
  assert.deepEqual(world.applicationsOfWrites, [20, 20, 5]);
});

test("programOf: the first product, with its version as far as the minor one", () => {
  const programs = {
    "curl/8.5.0": "curl/8.5",
    "python-requests/2.32.3 extra/1": "python-requests/2.32",
    "Mozilla/5.0 (X11; Linux)": "Mozilla/5.0",
    "app/v2": "app/v2",
    app: "app",
    "": "",
    "(comment) app/1": "",
    "<script>": "",
    "app/<b>": "app",
    "Ünï/1": "",
    [`${"x".repeat(50)}/1`]: "x".repeat(40),
    [`x/${"1".repeat(50)}`]: `x/${"1".repeat(8)}`,
  };
  for (const [userAgent, program] of Object.entries(programs)) {
    assert.equal(programOf(userAgent), program, userAgent);
  }
  assert.equal(programOf(undefined), "");
});

function heapUsed(): number {
  setFlagsFromString("--expose-gc");
  runInNewContext("gc")();
  return process.memoryUsage().heapUsed;
}
