/** docs/evidence/asvs.md: every requirement has a row, every row gives evidence, and everything it names exists. */
import assert from "node:assert/strict";
import { existsSync, globSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { test } from "node:test";

/** The requirements of levels 1 and 2 in each section of ASVS 5.0.0. */
const sections: Readonly<Record<string, readonly number[]>> = {
  "1.1": [1, 2],
  "1.2": [1, 2, 3, 4, 5, 6, 7, 8, 9],
  "1.3": [1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11],
  "1.4": [1, 2, 3],
  "1.5": [1, 2],
  "2.1": [1, 2, 3],
  "2.2": [1, 2, 3],
  "2.3": [1, 2, 3, 4],
  "2.4": [1],
  "3.2": [1, 2],
  "3.3": [1, 2, 3, 4],
  "3.4": [1, 2, 3, 4, 5, 6],
  "3.5": [1, 2, 3, 4, 5],
  "3.7": [1, 2],
  "4.1": [1, 2, 3],
  "4.2": [1],
  "4.3": [1, 2],
  "4.4": [1, 2, 3, 4],
  "5.1": [1],
  "5.2": [1, 2, 3],
  "5.3": [1, 2],
  "5.4": [1, 2, 3],
  "6.1": [1, 2, 3],
  "6.2": [1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12],
  "6.3": [1, 2, 3, 4],
  "6.4": [1, 2, 3, 4],
  "6.5": [1, 2, 3, 4, 5],
  "6.6": [1, 2, 3],
  "6.8": [1, 2, 3, 4],
  "7.1": [1, 2, 3],
  "7.2": [1, 2, 3, 4],
  "7.3": [1, 2],
  "7.4": [1, 2, 3, 4, 5],
  "7.5": [1, 2],
  "7.6": [1, 2],
  "8.1": [1, 2],
  "8.2": [1, 2, 3],
  "8.3": [1],
  "8.4": [1],
  "9.1": [1, 2, 3],
  "9.2": [1, 2, 3, 4],
  "10.1": [1, 2],
  "10.2": [1, 2],
  "10.3": [1, 2, 3, 4],
  "10.4": [1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11],
  "10.5": [1, 2, 3, 4, 5],
  "10.6": [1, 2],
  "10.7": [1, 2, 3],
  "11.1": [1, 2],
  "11.2": [1, 2, 3],
  "11.3": [1, 2, 3],
  "11.4": [1, 2, 3, 4],
  "11.5": [1],
  "11.6": [1],
  "12.1": [1, 2, 3],
  "12.2": [1, 2],
  "12.3": [1, 2, 3, 4],
  "13.1": [1],
  "13.2": [1, 2, 3, 4, 5],
  "13.3": [1, 2],
  "13.4": [1, 2, 3, 4, 5],
  "14.1": [1, 2],
  "14.2": [1, 2, 3, 4],
  "14.3": [1, 2, 3],
  "15.1": [1, 2, 3],
  "15.2": [1, 2, 3],
  "15.3": [1, 2, 3, 4, 5, 6, 7],
  "16.1": [1],
  "16.2": [1, 2, 3, 4, 5],
  "16.3": [1, 2, 3, 4],
  "16.4": [1, 2, 3],
  "16.5": [1, 2, 3],
  "17.1": [1],
  "17.2": [1, 2, 3, 4],
  "17.3": [1, 2],
};

const text = readFileSync("docs/evidence/asvs.md", "utf8");
const rows = [...text.matchAll(/^\| (\d[\d., ]*) \| (.*) \| (.*) \|$/gm)].map(
  ([, numbers = "", how = "", evidence = ""]) => ({ numbers: numbers.split(", "), how, evidence }),
);

test("every requirement of levels 1 and 2 has one row, in the order of the standard", () => {
  const expected = Object.entries(sections).flatMap(([section, numbers]) =>
    numbers.map((number) => `${section}.${number}`),
  );
  const numbers = rows.flatMap((row) => row.numbers);
  assert.deepEqual(numbers.toSorted(byNumber), expected);
  const first = rows.map((row) => row.numbers[0] ?? "");
  assert.deepEqual(first, first.toSorted(byChapter));
});

test("each row says how, and names tests, each with its threat, or one of three words", () => {
  for (const { numbers, how, evidence } of rows) {
    assert.ok(how.length > 1, numbers.join());
    if (["does not apply", "administrator", "not met"].includes(evidence)) continue;
    for (const one of evidence.split(", ")) {
      const [, path = "", threat] =
        /^`((?:src|test|packages)\/[\w./-]+\.test\.ts)`(?: (T\d\d))?$/.exec(one) ?? [];
      assert.ok(existsSync(path), `${numbers}: ${one}`);
      if (threat !== undefined)
        assert.match(readFileSync(path, "utf8"), new RegExp(`${threat}\\b`), one);
    }
  }
});

test("the counts at the beginning are those of the rows", () => {
  const count = (fits: (evidence: string) => boolean) =>
    rows.filter(({ evidence }) => fits(evidence)).flatMap((row) => row.numbers).length;
  const counted = [
    ["shown by a test", count((evidence) => evidence.startsWith("`"))],
    ["administrator", count((evidence) => evidence === "administrator")],
    ["does not apply", count((evidence) => evidence === "does not apply")],
    ["not met", count((evidence) => evidence === "not met")],
  ];
  const written = [...text.matchAll(/^\| ([a-z ]+) \| (\d+) \|$/gm)].map(([, what, number]) => [
    what,
    Number(number),
  ]);
  assert.deepEqual(written, counted);
});

test("the security model lists each threat that a test names, and each has a test", () => {
  const listed = [...readFileSync("docs/security-model.md", "utf8").matchAll(/^\| (T\d\d) \|/gm)];
  const files = globSync(["test/**/*.ts", "src/**/*.test.ts", "packages/*/test/**/*.ts"]);
  const named = files.flatMap((file) => {
    const titles = readFileSync(file, "utf8")
      .split("\n")
      .filter((line) => /["`]/.test(line));
    return titles.flatMap((line) => line.match(/\bT\d\d(?=[ ,]|: )/g) ?? []);
  });
  assert.deepEqual(
    listed.map(([, number]) => number),
    [...new Set(named)].sort(),
  );
});

test("links to a part of a page lead to a heading that it has", () => {
  for (const [, path = "", part = ""] of text.matchAll(/\]\(([\w/.-]+\.md)#([\w-]+)\)/g)) {
    const headings = readFileSync(join("docs/evidence", path), "utf8").matchAll(/^#+ (.+)$/gm);
    const names = [...headings].map(([, heading = ""]) =>
      heading
        .toLowerCase()
        .replace(/[^\w -]/g, "")
        .replaceAll(" ", "-"),
    );
    assert.ok(names.includes(part), `${path}#${part}`);
  }
});

function byNumber(one: string, other: string): number {
  const [a, b] = [one, other].map((number) => number.split(".").map(Number));
  const at = a?.findIndex((part, index) => part !== b?.[index]) ?? -1;
  return at < 0 ? 0 : (a?.[at] ?? 0) - (b?.[at] ?? 0);
}

/** Within a chapter, rows may be in any order. */
function byChapter(one: string, other: string): number {
  return Number.parseInt(one, 10) - Number.parseInt(other, 10);
}
