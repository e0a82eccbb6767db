/** T03, T04, T24, T26: what the source must not contain anywhere. */
import assert from "node:assert/strict";
import { test } from "node:test";
import * as credentials from "../../src/domain/credentials.ts";
import { sources } from "../support/sources.ts";

const code = sources().map(([path, text]) => [path, withoutComments(text)] as const);

function withoutComments(text: string): string {
  return text.replace(/\/\*[\s\S]*?\*\//g, "").replace(/^\s*\/\/.*$/gm, "");
}

test("T03 — no Math.random, and no other weak source of a credential", () => {
  assert.ok(code.length > 80);
  for (const [path, text] of code) {
    assert.doesNotMatch(
      text,
      /Math\.random|pseudoRandomBytes|randomUUID|Date\.now\(\)\.toString/,
      path,
    );
  }
});

// interface §1.10
test("T03 — every credential has 128 bits or more, from the source that it is given; a PIN has seven digits", () => {
  const calls: number[] = [];
  const random = (bytes: number) => {
    calls.push(bytes);
    return crypto.getRandomValues(new Uint8Array(bytes));
  };
  const minted: Record<string, () => string> = {
    consumerKey: () => credentials.mintConsumerKey(random),
    consumerSecret: () => credentials.mintConsumerSecret(random).reveal(),
    requestToken: () => credentials.mintRequestToken(random).token,
    requestTokenSecret: () => credentials.mintRequestToken(random).secret.reveal(),
    verifier: () => credentials.mintVerifier(random),
    accessTokenSuffix: () => credentials.mintAccessTokenCandidate(random).suffix,
    accessTokenSecret: () => credentials.mintAccessTokenCandidate(random).secret.reveal(),
    bearerToken: () => credentials.mintBearerToken(random),
    sessionId: () => credentials.mintSessionId(random),
  };
  for (const [name, mint] of Object.entries(minted)) {
    const before = calls.length;
    const values = new Set(Array.from({ length: 200 }, mint));
    assert.equal(values.size, 200, name);
    assert.ok(calls.length >= before + 200, name);
    const emails = new Set([...values].join(""));
    assert.equal(emails.size, 62, name);
    const [length] = new Set([...values].map((one) => one.length));
    assert.ok((length ?? 0) * Math.log2(62) >= 128, name);
    for (const value of values) assert.match(value, /^[A-Za-z0-9]+$/);
  }
  const pins = new Set(Array.from({ length: 500 }, () => credentials.mintPin(random)));
  for (const pin of pins) assert.match(pin, /^\d{7}$/);
  assert.ok(pins.size > 490);
});

/** Comparisons with an administrator in which one side has the name of a secret and the other is no literal. */
function secretCompares(text: string): string[] {
  const problems: string[] = [];
  for (const [whole, left = "", right = ""] of text.matchAll(comparison)) {
    const literal = [left, right].some((one) =>
      /^(?:undefined|null|true|false|\d|["'`])/.test(one),
    );
    if (!literal && (secretName.test(left) || secretName.test(right))) problems.push(whole);
  }
  return problems;
}

const comparison = /([\w.?()[\]]+)\s*[!=]==?\s*([\w.?()[\]"'`]+)/g;
const secretName =
  /reveal\(\)$|(?:^|[.?(])(?:\w*(?:[sS]ecret|[pP]assword|[vV]erifier|[sS]ignature|[cC]srf|[pP]in|[mM]ac|[dD]igest)|presented|tag)$/;

test("T04 — a secret meets only constant-time compares", () => {
  for (const [path, text] of code) assert.deepEqual(secretCompares(text), [], path);
  const users = code.filter(([, text]) => /timingSafeEqual\(/.test(text)).map(([path]) => path);
  assert.deepEqual(users.sort(), [
    "packages/oauth1/src/signature.ts",
    "src/http/server/internal-secrets.ts",
    "src/storage/sql/importing.ts",
    "src/storage/sql/verifiers.ts",
    "src/tools/keys/key-ring.ts",
    "src/tools/passwords/imported-hash.ts",
    "src/tools/passwords/passwords.ts",
    "src/verification/authentication/basic.ts",
    "src/verification/body.ts",
  ]);
});

test("T04 — the check finds what it looks for, and lets pass what it should", () => {
  for (const bad of [
    "secret.reveal() === presented",
    "if (x.verifier == given) y()",
    "expected !== request.signature",
    "session.csrf === form.get(name)",
    "mac != other",
  ]) {
    assert.equal(secretCompares(bad).length, 1, bad);
  }
  for (const good of [
    'verifier === ""',
    "digest === null",
    "one.length === other.length",
    "signatureMethod === x",
  ]) {
    assert.deepEqual(secretCompares(good), [], good);
  }
});

test("T26 — no SQL is built from values: statements are literals, parameters are bound", () => {
  for (const [path, text] of code) {
    if (!path.includes("storage/")) {
      assert.doesNotMatch(
        text,
        /\b(select|insert into|update|delete from)\b[^"'`\n]*\b(from|values|set|where)\b.*\$\{/i,
        path,
      );
      continue;
    }
    // A move reads whole tables, using the names in the ledger's own schema; it binds the values.
    const names = path.includes("storage/move/") ? "|names|name|moves\\(name\\)|beyond|keys" : "";
    const built = new RegExp(`\\$\\{(?!(?:consumerColumns|mappedBytes${names})\\})`);
    for (const [, argument] of text.matchAll(/\.(?:prepare|exec)\(\s*(`[^`]*`|[^)]*)/g)) {
      assert.doesNotMatch(argument ?? "", built, `${path}: ${argument}`);
    }
    assert.doesNotMatch(text, /sql\.raw|sql\.lit|rawSql/, path);
  }
});

test("T18 — nothing outside the command prints", () => {
  for (const [path, text] of code) {
    // The middleware and the conformance kit run without our log, and drawing an icon is a process of its own.
    if (
      /^(src\/program\/cli|packages\/(client|conformance)|src\/tools\/icons\/draw-process)\b/.test(
        path,
      )
    )
      continue;
    // Reading a stream's length makes it non-blocking and prints nothing.
    const looked = text.replaceAll("process.stderr.writableLength", "");
    assert.doesNotMatch(looked, /console\.|process\.std/, path);
  }
});
