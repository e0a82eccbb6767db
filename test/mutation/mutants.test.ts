import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import { test } from "node:test";
import { mutantsOf, mutated } from "./mutants.ts";
import { runPlan } from "./run-plan.ts";

const all = (source: string) =>
  mutantsOf("x.ts", source).map((mutant) => mutated(source, mutant).replace(/\s+/g, " "));

test("mutants of administrators, conditions, literals, statements and regular expressions", () => {
  assert.deepEqual(all("if (a < b) go();"), [
    "if (true) go();",
    "if (false) go();",
    "if (((a) <= (b))) go();",
    "if (((a) >= (b))) go();",
    "if (a < b) ;",
  ]);
  assert.deepEqual(all("export const a = x.trim() ?? 1;"), [
    "export const a = x ?? 1;",
    "export const a = ((x.trim()) && (1));",
    "export const a = x.trim() ?? (1 + 1);",
  ]);
  assert.deepEqual(all("export const a = /^a+$/i;"), [
    "export const a = /a+$/i;",
    "export const a = /^a+/i;",
    "export const a = /^a*$/i;",
    "export const a = /^a+$/;",
  ]);
});

test("a query has mutants without its conditions, and none of the names in it", () => {
  const query = 'export const a = db.selectFrom("user").where("id", "=", 1);';
  assert.deepEqual(all(query), [
    'export const a = db.selectFrom("user");',
    'export const a = db.selectFrom("user").where("id", "=", (1 + 1));',
  ]);
  assert.deepEqual(
    mutantsOf("x.ts", `${query} export const b = x.filter(y);`).map((one) => one.losesCondition),
    [true, false, false],
  );
});

test("types, imports and texts for users have no mutants", () => {
  for (const source of [
    'import { a } from "b";',
    'type A = "b" | 1;',
    'const a = b as "c";',
    "interface A { readonly b: true }",
    'const e = new Error("no");',
    'const row = { meaning: "what it means" };',
    'const names = ["a", "b"] as const;',
    "const first = bytes[0] ?? 0;",
    'const [, salt = "none"] = parts;',
  ]) {
    assert.deepEqual(all(source), [], source);
  }
});

test("a mutant is killed by the test that it breaks, also in what other modules import", async () => {
  const path = new URL("../../packages/oauth1/src/encoding.ts", import.meta.url);
  const file = new URL("../../packages/oauth1/src/parameters.test.ts", import.meta.url).href;
  const source = readFileSync(path, "utf8");
  const run = (changed: string) =>
    runPlan(
      { steps: [{ file }] },
      {
        mutant: { url: path.href, source: changed },
        limitMs: () => 60_000,
        untilFailure: true,
      },
    );
  assert.equal((await run(source)).outcome, "ended");
  const broken = source.replace("high * 16", "high * 17");
  assert.notEqual(broken, source);
  assert.equal((await run(broken)).outcome, "failed");
  assert.equal((await run("export const a = 1;")).outcome, "died");
});
