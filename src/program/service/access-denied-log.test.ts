import assert from "node:assert/strict";
import { test } from "node:test";
import pino from "pino";
import { RequestError } from "../../domain/errors.ts";
import { endpoints } from "../../http/endpoints/index.ts";
import type { Incoming } from "../../verification/authentication/incoming.ts";
import { isDenied, isDenyingCode, openAccessDeniedLog } from "./access-denied-log.ts";
import { requestLog } from "./request-log.ts";

test("a page of some is denied with 404, and a rejection by what it says; what was not proven is no denial", () => {
  for (const [hidden, status, rejection, denied] of [
    [true, 404, undefined, true],
    [true, 200, undefined, false],
    [false, 404, undefined, false],
    [false, 403, new RequestError("userContextNeeded"), true],
    [false, 403, new RequestError("notTheOwner"), true],
    [false, 403, new RequestError("tooManyTokenRequests"), false],
    [false, 403, new RequestError("sslRequired"), false],
    [false, 401, new RequestError("invalidToken"), false],
  ] as const) {
    assert.equal(isDenied(hidden, status, rejection), denied, `${hidden} ${status}`);
  }
  assert.deepEqual([261, 89, undefined].map(isDenyingCode), [true, false, false]);
});

test("the operations that are hidden are those of administrators, and of an application's users", () => {
  const ofSome = /^\/(admin|portal\/applications\/:id)([/.]|$)/;
  for (const { name, paths, hidden = false } of endpoints) {
    assert.equal(hidden, ofSome.test(paths[0]), name);
  }
});

test("a 404 is logged as a denial where the operation is hidden, whatever its name", () => {
  const lines: string[] = [];
  const logger = pino({ base: null }, { write: (line) => lines.push(line) });
  const operations = [{ name: "reports", hidden: true }, { name: "admin-of-nothing" }] as const;
  const served = requestLog(logger, openAccessDeniedLog(logger), operations);
  const incoming = { id: "1", address: "192.0.2.1", headers: {} } as Incoming;
  for (const { name } of operations) served(incoming, name, 404, undefined, 1);
  assert.deepEqual(
    lines.map((line) => JSON.parse(line).endpoint),
    ["reports"],
  );
});

test("who tries without end gets a line a minute, which counts the others", () => {
  const lines: Record<string, unknown>[] = [];
  const logger = pino({ base: null }, { write: (line) => lines.push(JSON.parse(line)) });
  let now = 0;
  const deniedLog = openAccessDeniedLog(logger, () => now);
  for (let at = 0; at < 100; at += 1) deniedLog.note({ endpoint: "admin" });
  assert.equal(lines.length, 60);
  now += 60_000;
  for (const _ of [1, 2]) deniedLog.note({ endpoint: "admin" });
  assert.equal(lines.length, 61);
  assert.deepEqual(
    [lines.at(-1)?.["others"], lines.at(-1)?.["msg"], lines[0]?.["others"]],
    [40, "access denied", undefined],
  );
});
