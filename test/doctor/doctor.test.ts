/** A part of `test/doctor/main.ts`: the doctor names faults that were put into requests of real libraries. */
import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import { test } from "node:test";
import { cases } from "./cases.ts";
import { faults } from "./faults.ts";
import { diagnosed, score } from "./score.ts";
import { signers } from "./signers.ts";
import { wholeOf } from "./table.ts";

const part = score(420);

test("the first response names one fault in 97 %, and both of two in 85 %", () => {
  const one = wholeOf([...part.singles.values()]);
  assert.ok(one.total > 200 && one.named / one.total >= 0.97, part.missed.join("\n\n"));
  const { total, named } = part.doubles;
  assert.ok(total > 80 && named / total >= 0.85, part.missed.join("\n\n"));
});

test("no right request is called wrong, whichever library signed it", () => {
  assert.equal(part.right.calledWrong, 0, part.missed.join("\n\n"));
  assert.ok(part.right.total >= 20);
  assert.deepEqual([...part.bySigner.keys()].sort(), signers.map(({ name }) => name).sort());
});

test("no response has a secret of the application or of a token in it", () => {
  for (const made of cases(200, 7)) {
    const { findings, baseStrings } = diagnosed(made);
    const { consumerSecret, previousSecret, otherSecret, tokenSecret, requestTokenSecret } =
      made.one.world;
    const said = JSON.stringify([findings, baseStrings]);
    for (const secret of [
      consumerSecret,
      previousSecret,
      otherSecret,
      tokenSecret,
      requestTokenSecret,
    ]) {
      assert.ok(!said.includes(secret), said);
    }
  }
});

test("the same paste has the same response", () => {
  for (const made of cases(60, 3)) assert.deepEqual(diagnosed(made), diagnosed(made));
});

test("docs/evidence/doctor.md: the table of rates is about the faults that are put in, and keeps what was promised", () => {
  const text = readFileSync("docs/evidence/doctor.md", "utf8");
  const rows = new Map(
    [...text.matchAll(/^\| (.+?) \| (\d+) \| ([\d.]+)% \| ([\d.]+)% \|$/gm)].map(
      ([, name = "", total, named]) => [
        name.replaceAll("**", ""),
        { total: Number(total), named: Number(named) },
      ],
    ),
  );
  for (const { name } of faults) assert.ok((rows.get(name)?.total ?? 0) > 0, name);
  assert.equal(rows.size, faults.length + 3);
  assert.ok((rows.get("one fault")?.named ?? 0) >= 97);
  assert.ok((rows.get("two faults, both named")?.named ?? 0) >= 85);
  const [, requests = "0"] = /^([\d]+) requests, signed by/m.exec(text) ?? [];
  assert.ok(Number(requests) >= 5000);
  assert.match(text, /^Right requests that were called wrong: 0 of/m);
  // A fault that is always found in all requests is always found in this part of them.
  for (const [name, { total, named }] of part.singles) {
    if (rows.get(name)?.named === 100) assert.equal(named, total, name);
  }
});
