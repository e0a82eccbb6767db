import assert from "node:assert/strict";
import { globSync } from "node:fs";
import { test } from "node:test";
import { fileURLToPath } from "node:url";
import { html } from "../html.ts";
import { endpoints } from "./endpoints.ts";
import type { Docs } from "./page.ts";
import { programTabs } from "./program-tabs.ts";
import { languages, programFor, tasks } from "./programs.ts";
import { signing } from "./signing.ts";

const all = tasks.flatMap((task) =>
  languages.flatMap((language) => {
    const program = programFor(task, language);
    return program === undefined ? [] : [{ task, ...program }];
  }),
);

test("every file of a program is in the table, and every language has a signed call, a PIN, and a bearer token", () => {
  const cwd = fileURLToPath(new URL("programs", import.meta.url));
  const listed = all.map(({ task, language }) => `${task}/${language.id}.${language.extension}`);
  assert.deepEqual(globSync("*/*", { cwd }).sort(), listed.sort());
  for (const language of languages) {
    for (const task of ["quickstart", "pin", "bearer"] as const) {
      assert.ok(programFor(task, language), `${language.id} has no ${task}`);
    }
  }
});

/** A compiler may read its files in ASCII. */
for (const { task, language, code } of all) {
  test(`${language.title}: ${task} fits a page, and every compiler can read it`, () => {
    assert.match(code, /^[\t\n\x20-\x7e]+\n$/);
    for (const line of code.split("\n")) assert.ok(line.length <= 100, line);
  });
}

test("a program and the example of an endpoint are highlighted once, not for each reader", () => {
  const codes: string[] = [];
  const operation = { name: "", methods: [], path: "/x", summary: "", scheme: "", rejections: [] };
  const example = { request: "GET /of-this-test HTTP/1.1", response: "HTTP/1.1 200 Of this test" };
  const docs = {
    operations: [{ ...operation, parameters: [], example }],
    highlight: (code: string) => {
      codes.push(code);
      return html`${code}`;
    },
  } as unknown as Docs;
  const page = () => [
    String(programTabs(docs, signing, "quickstart")),
    ...endpoints.sections.map(({ content }) => String(content(docs))),
  ];
  const first = page();
  assert.ok(codes.includes(example.request) && codes.includes(example.response));
  const { length } = codes;
  assert.deepEqual(page(), first);
  assert.equal(codes.length, length);
});
