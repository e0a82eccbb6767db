import assert from "node:assert/strict";
import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { test } from "node:test";
import { readConfig } from "./config.ts";
import { ConfigProblem } from "./row.ts";

const one = "Qm5nJx0vT2yP8rZkc3b1";
const two = "kZr8Py2Tv0xJn5mQ1b3c";

function secretsOf(settings: Readonly<Record<string, string>>): readonly string[] {
  const environment = Object.entries(settings).map(([name, text]) => [`COUNTERSIGN_${name}`, text]);
  const config = readConfig(Object.fromEntries(environment), assert.fail);
  assert.doesNotMatch(JSON.stringify(config), new RegExp(`${one}|${two}`));
  return config.internalSecrets.map((secret) => secret.reveal());
}

test("a variable has one or two, with a comma; a file has a line for each, or both in one", () => {
  const directory = mkdtempSync(join(tmpdir(), "countersign-pair-"));
  using _ = { [Symbol.dispose]: () => rmSync(directory, { recursive: true }) };
  const file = join(directory, "secret");
  assert.deepEqual(secretsOf({}), []);
  for (const [text, expected] of [
    [one, [one]],
    [`${one},${two}`, [one, two]],
    [` ${one} , ${two} `, [one, two]],
  ] as const) {
    assert.deepEqual(secretsOf({ INTERNAL_SECRET: text }), expected);
    writeFileSync(file, text, { mode: 0o600 });
    assert.deepEqual(secretsOf({ INTERNAL_SECRET_FILE: file }), expected);
  }
  for (const text of [`${one}\n${two}`, `${one}\r\n${two}\r\n`, `\n${one}\n\n${two}\n`]) {
    writeFileSync(file, text);
    assert.deepEqual(secretsOf({ INTERNAL_SECRET_FILE: file }), [one, two]);
  }
});

test("rejected, with what to do and without a word of it: three, a short one, a space, twice the same, none", () => {
  const directory = mkdtempSync(join(tmpdir(), "countersign-pair-"));
  using _ = { [Symbol.dispose]: () => rmSync(directory, { recursive: true }) };
  const file = join(directory, "secret");
  for (const [text, why] of [
    [`${one},${two},${two}x`, /there are more than two secrets/],
    [`${one},short`, /the secret is malformed/],
    [`${one} ${two}`, /the secret is malformed/],
    [`${one},${one}`, /both secrets are the same; remove one/],
    [",", /there is no secret/],
  ] as const) {
    writeFileSync(file, text.replaceAll(",", "\n"), { mode: 0o600 });
    for (const [name, value] of [
      ["INTERNAL_SECRET", text],
      ["INTERNAL_SECRET_FILE", file],
    ] as const) {
      assert.throws(
        () => secretsOf({ [name]: value }),
        (error) => {
          assert.ok(error instanceof ConfigProblem);
          assert.deepEqual(error.names, [name]);
          assert.match(error.message, why);
          assert.match(error.message, /16 to 200 printable ASCII characters without spaces/);
          assert.doesNotMatch(error.message, new RegExp(`${one}|${two}|short`));
          return true;
        },
      );
    }
  }
});
