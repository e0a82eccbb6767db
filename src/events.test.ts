import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import { test } from "node:test";
import { auditEvents } from "./domain/audit.ts";

test("every event has its place in the list that operators filter by, and none is there without a cause", () => {
  const source = readFileSync(new URL("./events.ts", import.meta.url), "utf8");
  const names = [...source.matchAll(/"([a-z-]+\.[a-z-]+)"/g)].map(([, name = ""]) => name);
  assert.ok(names.length > 20);
  const known: readonly string[] = auditEvents;
  assert.deepEqual(
    names.filter((name) => !known.includes(name)),
    [],
  );
  assert.deepEqual(
    known.filter((name) => !names.includes(name)),
    [],
    "nothing makes it happen",
  );
});
