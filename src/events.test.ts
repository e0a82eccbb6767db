import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import { test } from "node:test";
import { auditEvents } from "./domain/audit.ts";

test("every event has its place in the list that operators filter by, and none is there without a cause", () => {
  const source = readFileSync(new URL("./events.ts", import.meta.url), "utf8");
  const names = [
    ...[...source.matchAll(/"([a-z-]+\.[a-z-]+)"/g)].map(([, name = ""]) => name),
    // One function for several events: `what: "left" | …`, and the name ends with it.
    ...[...source.matchAll(/what: ([^,]+),[^}]*?`([a-z-]+)\.\$\{what\}`/g)].flatMap(
      ([, whats = "", kind]) =>
        [...whats.matchAll(/"([a-z-]+)"/g)].map(([, one]) => `${kind}.${one}`),
    ),
  ];
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
