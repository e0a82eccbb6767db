import assert from "node:assert/strict";
import { test } from "node:test";
import { setImmediate as afterAnswers } from "node:timers/promises";
import { setFlagsFromString } from "node:v8";
import { runInNewContext } from "node:vm";
import { verified } from "../../../test/support/decided-request.ts";
import { hiding } from "../../doctor/logged/hidden.ts";
import { sentDetails } from "../../doctor/logged/request-details.ts";
import type { ApplicationId } from "../../domain/credentials.ts";
import { maxDetails, maxLatest, type VerifiedRequest } from "../../domain/logged-request.ts";
import { maxHeld, openVerifiedRequests } from "./verified-requests.ts";

const now = 1_800_000_000_000;

function opened({
  keptDays = 1,
  lowest = [],
  random = () => 0.999,
}: {
  readonly keptDays?: number;
  readonly lowest?: readonly (readonly [ApplicationId, number])[];
  readonly random?: () => number;
} = {}) {
  const written: (readonly VerifiedRequest[])[] = [];
  const failures: string[] = [];
  const broken = { is: false };
  const requests = openVerifiedRequests({
    detailsOf: (sent) => sentDetails(sent, { hides: hiding(["*"]), path: true }),
    keptDays,
    ledger: {
      logVerifiedRequests: async (all) => {
        if (broken.is) throw new Error("no disk");
        written.push(all);
        return lowest;
      },
    },
    random,
    failed: (reason) => failures.push(reason),
  });
  const add = (application: string, id = "0123456789ab-1", more: object = {}) => {
    const decided = verified(application as ApplicationId, now);
    requests.add({ ...decided, request: { ...decided.request, id, ...more } });
  };
  return { requests, written, failures, broken, add };
}

test("the latest of each application are written together, and none again", async () => {
  const { requests, written, add } = opened();
  for (let at = 0; at < maxLatest + 10; at += 1) add("1", `0123456789ab-${at}`);
  add("2", "0123456789ab-x");
  await requests.write();
  await requests.write();
  assert.equal(written.length, 1);
  const ids = written.flat().map(({ id }) => id);
  assert.ok(ids.includes("0123456789ab-x"));
  for (let at = 10; at < maxLatest + 10; at += 1) assert.ok(ids.includes(`0123456789ab-${at}`));
  const [first] = written.flat();
  assert.equal(first?.code, 0);
  assert.equal(first?.expiresAt, now + 86_400_000);
});

test("a busy application leaves room for every other one, and the whole is bounded", async () => {
  const { requests, written, add } = opened({ random: () => Math.random() });
  for (let at = 0; at < 10_000; at += 1) add(String(at % 5), `0123456789ab-${at}`);
  for (let at = 100; at < 100 + 3 * maxHeld; at += 1) add(String(at));
  await requests.write();
  const all = written.flat();
  assert.ok(all.length <= maxHeld, String(all.length));
  assert.ok(all.some(({ applicationId }) => applicationId === "150"));
  for (const latest of [9_995, 9_996, 9_997, 9_998, 9_999]) {
    assert.ok(all.some(({ id }) => id === `0123456789ab-${latest}`));
  }
});

test("they are written after five seconds, or after one if there is no room for more", async (t) => {
  t.mock.timers.enable({ apis: ["setTimeout"] });
  const { requests, written, add } = opened();
  for (let at = 0; at < maxLatest * 2; at += 1) add("1", `0123456789ab-${at}`);
  const writesAfter = async (seconds: number) => {
    for (let second = 0; second < seconds; second += 1) t.mock.timers.tick(1_000);
    for (let turn = 0; turn < maxHeld; turn += 1) await afterAnswers();
    return written.length;
  };
  assert.equal(await writesAfter(4), 0);
  assert.equal(await writesAfter(1), 1);
  for (let at = 0; at < maxHeld; at += 1) add(String(at % 8));
  assert.equal(await writesAfter(1), 2);
  await requests.write();
});

test("pages that are opened in the same second cause one write", async (t) => {
  let elapsed = 0;
  t.mock.method(performance, "now", () => elapsed);
  const { requests, written, add } = opened();
  await requests.writeForPage();
  for (let at = 0; at < 5; at += 1) {
    add("1", `0123456789ab-${at}`);
    await requests.writeForPage();
    elapsed += 100;
  }
  assert.equal(written.flat().length, 1);
  elapsed += 1_000;
  await requests.writeForPage();
  assert.equal(written.length, 2);
  assert.equal(written.flat().length, 5);
});

test("what the sample has no room for is not written", async () => {
  const application = "1" as ApplicationId;
  let random = 0.9;
  const { requests, written, add } = opened({ lowest: [[application, 3]], random: () => random });
  add("1");
  await requests.write();
  for (let at = 0; at < maxLatest + 1; at += 1) add("1", `0123456789ab-${at}`);
  random = 0.01;
  add("1", "0123456789ab-s");
  random = 0.9;
  for (let at = 0; at < maxLatest; at += 1) add("1", `0123456789ab-t${at}`);
  await requests.write();
  const ids = written.at(-1)?.map(({ id }) => id) ?? [];
  assert.equal(ids.length, maxLatest + 1, "only one that was displaced has a level for the sample");
});

test("a rejected request, one of no application, and a log that is off hold nothing", async () => {
  const { requests, written, add } = opened({ keptDays: 0 });
  add("1");
  requests.add(verified(undefined, now));
  await requests.write();
  assert.equal(written.length, 0);
});

test("a database that fails loses what was held, and the next is written", async () => {
  const { requests, written, failures, broken, add } = opened();
  broken.is = true;
  add("1");
  await requests.write();
  assert.deepEqual(failures, ["Error: no disk"]);
  broken.is = false;
  add("1");
  await requests.write();
  assert.equal(written.length, 1);
});

test("100,000 requests with the longest headers take less than 4 MB, and each row is bounded", async () => {
  setFlagsFromString("--expose-gc");
  const collect = runInNewContext("gc") as () => void;
  const { requests, written, add } = opened({ random: Math.random });
  const long = (of: string, length: number) => Buffer.alloc(length, of).toString("latin1");
  collect();
  const before = process.memoryUsage().heapUsed;
  for (let at = 0; at < 100_000; at += 1) {
    const url = `/${at}${long("p", 8_000)}?q=${long("q", 8_000)}`;
    add(String(at % 300), `0123456789ab-${at.toString(36)}`, {
      path: url.slice(0, 8_000),
      query: url.slice(8_001),
      authorization: `OAuth ${long("a", 8_000)}`,
      userAgent: long("u", 8_000),
      body: long("b", 8_000),
      address: "203.0.113.123",
    });
  }
  collect();
  const heldBytes = process.memoryUsage().heapUsed - before;
  assert.ok(heldBytes < 4_000_000, `${heldBytes} bytes`);
  await requests.write();
  const all = written.flat();
  assert.ok(all.length <= maxHeld);
  for (const { details } of all) assert.ok(details.length < maxDetails);
});
