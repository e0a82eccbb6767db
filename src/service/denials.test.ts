import assert from "node:assert/strict";
import { test } from "node:test";
import pino from "pino";
import { Refusal } from "../domain/refusals.ts";
import { endpoints } from "../endpoints/index.ts";
import { isDenied, isDenyingCode, openDenials } from "./denials.ts";

test("a page of some is denied with 404, and a refusal by what it says; what was not proven is no denial", () => {
  for (const [endpoint, status, refusal, denied] of [
    ["admin", 404, undefined, true],
    ["admin/audit.jsonl", 404, undefined, true],
    ["portal/applications/:id/keys", 404, undefined, true],
    ["admin", 200, undefined, false],
    ["portal/docs", 404, undefined, false],
    ["account/verify_credentials", 403, new Refusal("userContextNeeded"), true],
    ["oauth2/invalidate_token", 403, new Refusal("notTheOwner"), true],
    ["oauth2/token", 403, new Refusal("tooManyTokenRequests"), false],
    ["oauth/request_token", 403, new Refusal("sslRequired"), false],
    ["account/verify_credentials", 401, new Refusal("invalidToken"), false],
  ] as const) {
    assert.equal(isDenied(endpoint, status, refusal), denied, `${endpoint} ${status}`);
  }
  assert.deepEqual([261, 89, undefined].map(isDenyingCode), [true, false, false]);
});

test("every operation of operators has a name that is known as theirs", () => {
  const theirs = endpoints.filter(({ paths }) => paths.some((path) => /^\/admin(\/|$)/.test(path)));
  assert.ok(theirs.length > 5);
  for (const { name } of theirs) assert.ok(isDenied(name, 404, undefined), name);
});

test("who tries without end gets a line a minute, which counts the others", () => {
  const lines: Record<string, unknown>[] = [];
  const logger = pino({ base: null }, { write: (line) => lines.push(JSON.parse(line)) });
  let now = 0;
  const denials = openDenials(logger, () => now);
  for (let at = 0; at < 100; at += 1) denials.note({ endpoint: "admin" });
  assert.equal(lines.length, 60);
  now += 60_000;
  for (const _ of [1, 2]) denials.note({ endpoint: "admin" });
  assert.equal(lines.length, 61);
  assert.deepEqual(
    [lines.at(-1)?.["others"], lines.at(-1)?.["msg"], lines[0]?.["others"]],
    [40, "access denied", undefined],
  );
});
