/** docs/guide/troubleshooting.md: every rejection, and what clients and administrators do about it. */
import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import { test } from "node:test";
import { type RequestErrorRow, requestErrors } from "../src/domain/errors.ts";

const guide = readFileSync("docs/guide/troubleshooting.md", "utf8");
const sections = new Map(
  guide
    .split(/^## /m)
    .slice(1)
    .map((section) => [section.slice(0, section.indexOf("\n")), section]),
);
const rows: readonly RequestErrorRow[] = Object.values(requestErrors);

test("there is a section for each status and code, in the order of the table, and no other", () => {
  const expected = [...new Set(rows.map(({ status, code }) => `${status} (code ${code})`))];
  assert.deepEqual([...sections.keys()], expected);
});

for (const { status, code, message } of rows) {
  test(`${status} (code ${code}) — "${message}": what a developer and an administrator do`, () => {
    const section = sections.get(`${status} (code ${code})`) ?? "";
    assert.ok(section.replaceAll("\n", " ").includes(`"${message}"`), "the message");
    for (const who of ["Developer", "Administrator"]) {
      assert.match(section, new RegExp(`^- \\*\\*${who}\\.\\*\\* \\S`, "m"));
    }
  });
}
