import assert from "node:assert/strict";
import { test } from "node:test";
import { isoTime } from "./iso-time.ts";

test("isoTime: a time with its zone, or a day", () => {
  const noon = Date.UTC(2028, 1, 29, 12);
  for (const text of ["2028-02-29T12:00Z", "2028-02-29T12:00:00.0Z", "2028-02-29T14:00:00+02:00"]) {
    assert.equal(isoTime(text), noon, text);
  }
  assert.equal(isoTime("2028-02-29"), Date.UTC(2028, 1, 29));
});

for (const text of [
  ...["2026-02-29", "2026-02-30T12:00:00Z", "2026-04-31", "2026-13-01", "2026-00-01", "2026-01-00"],
  ...["2026-01-01T12:00:00", "2026-01-01T25:00:00Z", "2026-01-01T12:60:00Z", "2026-1-1", "", "now"],
]) {
  test(`isoTime: ${JSON.stringify(text)} is no time`, () => {
    assert.ok(Number.isNaN(isoTime(text)));
  });
}
