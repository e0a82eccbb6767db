import assert from "node:assert/strict";
import { globSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { test } from "node:test";
import { auditEvents } from "./audit.ts";

const others = ["domain", "gallery", "languages", "views"];

test("something records each event of the list that administrators filter by", () => {
  const root = join(import.meta.dirname, "..");
  const files = globSync("**/*.ts", {
    cwd: root,
    exclude: (path) => others.includes(path) || path.endsWith(".test.ts") || path === "contract",
  });
  assert.ok(files.some((file) => file === join("storage", "sql", "users.ts")));
  const source = files.map((file) => readFileSync(join(root, file), "utf8")).join("\n");
  assert.deepEqual(
    auditEvents.filter((name) => !source.includes(`"${name}"`)),
    [],
  );
});
