import assert from "node:assert/strict";
import { globSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { test } from "node:test";
import { auditEvents } from "../domain/audit.ts";

test("every event has its place in the list that operators filter by, and none is there without a cause", () => {
  const files = globSync("!(*.test).ts", { cwd: import.meta.dirname });
  const source = files.map((file) => readFileSync(join(import.meta.dirname, file), "utf8")).join();
  const names = [
    ...[...source.matchAll(/"([a-z-]+\.[a-z-]+)"/g)].map(([, name = ""]) => name),
    // One function can be for several events: its parameter is `what: "left" | …`, and the name ends with `what`.
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
