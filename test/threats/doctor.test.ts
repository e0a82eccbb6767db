/**
 * Attacks with the doctor: using up CPU time, and learning secrets from its answers. test/flows/check.test.ts tests who
 * is told what.
 */
import assert from "node:assert/strict";
import { test } from "node:test";
import { diagnose } from "../../src/doctor/diagnose.ts";
import { parsePaste } from "../../src/doctor/paste/parse-paste.ts";
import { maxPaste } from "../../src/doctor/paste/pasted-request.ts";
import { Secret } from "../../src/domain/credentials.ts";
import { knownFor } from "../support/known.ts";
import { signedPairs } from "../support/signing.ts";

const application = { consumerKey: "K".repeat(25), consumerSecret: "c".repeat(50) };
const tokenSecret = "t".repeat(45);
const known = knownFor(application, {
  apiOrigins: [],
  token: {
    kind: "access",
    secret: new Secret(tokenSecret),
    access: "write",
    userSuspended: false,
  },
});
const oauth = {
  oauth_consumer_key: application.consumerKey,
  oauth_token: "1-t",
  oauth_nonce: "nonce",
  oauth_timestamp: "1790000000",
  oauth_signature_method: "HMAC-SHA1",
  oauth_signature: "AAAAAAAAAAAAAAAAAAAAAAAAAAA=",
};
const headerWith = (signature: string) =>
  `Authorization: OAuth ${Object.entries({ ...oauth, oauth_signature: signature })
    .map(([name, value]) => `${name}="${encodeURIComponent(value)}"`)
    .join(", ")}`;
const header = headerWith(oauth.oauth_signature);
const asForm = "Content-Type: application/x-www-form-urlencoded";
const post = (body: string, authorization = header) =>
  `POST https://id.example.com/x\n${authorization}\n${asForm}\n\n${body}`.slice(0, maxPaste);

/** The number of bytes that a search signs, which determines its time. */
function signedBytes(paste: string): number {
  const parsed = parsePaste(paste);
  assert.ok(parsed.ok, JSON.stringify(parsed));
  const { baseStrings, tried } = diagnose(parsed.request, known);
  return tried * (baseStrings?.expected.length ?? 0);
}

const hostile: Readonly<Record<string, string>> = {
  "many parameters": post(Array.from({ length: 240 }, (_, at) => `p${at}=${at}`).join("&")),
  "many of one name": post(Array.from({ length: 240 }, (_, at) => `p=${at}`).join("&")),
  "one long value": post(`a=${"x".repeat(maxPaste)}`),
  "a value that is all escapes": post(`a=${"%25".repeat(maxPaste / 3)}`),
  "values that every encoder writes otherwise": post(
    Array.from({ length: 200 }, (_, at) => `p${at}=%20~*!'()%2F%C3%A9${at}`).join("&"),
  ),
  "a long path": `GET https://id.example.com/${"a/".repeat(maxPaste / 3)}\n${header}`,
  "a long host": `GET https://${"a:1".repeat(maxPaste / 4)}/x\n${header}`,
  JSON: `PUT https://id.example.com/x\n${header}\nContent-Type: application/json\n\n{${Array.from({ length: 900 }, (_, at) => `"p${at}":"~ ${at}"`).join(",")}}`,
};

for (const [name, paste] of Object.entries(hostile)) {
  test(`T24 — a search ends, whatever is pasted: ${name}`, () => {
    assert.ok(signedBytes(paste) < 9_000_000, String(signedBytes(paste)));
  });
}

test("T24 — a search of a usual request is as thorough as it may be", () => {
  const paste = post("status=hello&page=2");
  const parsed = parsePaste(paste);
  assert.ok(parsed.ok);
  const { tried } = diagnose(parsed.request, known);
  assert.ok(tried > 2000 && tried < 10_000, String(tried));
});

/** CPU milliseconds of a diagnosis: the cheapest of several, because garbage collection makes some dearer. */
function costOf(paste: string): number {
  const parsed = parsePaste(paste);
  assert.ok(parsed.ok);
  const costs = Array.from({ length: 8 }, () => {
    const before = process.cpuUsage();
    diagnose(parsed.request, known);
    const { user, system } = process.cpuUsage(before);
    return (user + system) / 1000;
  });
  return Math.min(...costs);
}

test("T24 — a search costs the same, whichever digest the signature is one of", () => {
  const usual = post("status=hello&page=2");
  for (const length of [24, 44, 88]) {
    const signature = Buffer.alloc((length / 4) * 3 - (length === 44 ? 1 : 2)).toString("base64");
    assert.equal(signature.length, length);
    const other = post("status=hello&page=2", headerWith(signature));
    const [cost, right] = [costOf(other), costOf(usual)];
    assert.ok(cost < 3 * right, `${length} characters: ${cost} ms, and ${right} ms for SHA-1`);
  }
});

test("T24 — marks that Unicode puts into another order cost no more than other characters", () => {
  const many = 4000;
  const marks = `a=a${"\u0345".repeat(many)}${"\u0334".repeat(many)}`;
  const emails = `a=a${"é".repeat(2 * many)}`;
  const [cost, right] = [costOf(post(marks)), costOf(post(emails))];
  assert.ok(cost < 1.6 * right, `${cost} ms, and ${right} ms for letters`);
});

test("T24 — reading a paste takes time in proportion to its length, whatever is in it", () => {
  const pieces = [
    "\n",
    "\r\n",
    " ",
    "'",
    '"',
    "\\",
    "$'",
    "^",
    "&",
    "-H ",
    "{",
    "[",
    '{"request":',
    "> ",
    "x:",
    "GET ",
    "=",
    "//",
    "@",
  ];
  for (const start of ["curl ", "", "{", "GET /x\n", "POST https://a.example/\n\n"]) {
    for (const piece of pieces) {
      for (const end of ["", "x", "'", '"']) {
        const text = (start + piece.repeat(maxPaste / piece.length)).slice(0, maxPaste - 1) + end;
        // With backtracking, a single one of these would take longer than the whole test may.
        parsePaste(text);
      }
    }
  }
});

test("a signature proves only what its maker has: with a wrong secret no part of the right one is told", () => {
  const url = "https://id.example.com/x";
  const right = new Set([...known.application.secrets.map((one) => one.reveal()), tokenSecret]);
  // A secret that begins like the right one is as wrong as any other, no matter how much it shares.
  for (const shared of [0, 1, 10, 40, 48]) {
    const guess = application.consumerSecret.slice(0, shared).padEnd(50, "z");
    const pairs = signedPairs("GET", url, {
      ...application,
      consumerSecret: guess,
      token: "1-t",
      tokenSecret,
    });
    const headerOf = pairs
      .map(([name, value]) => `${name}="${encodeURIComponent(value)}"`)
      .join(", ");
    const parsed = parsePaste(`GET ${url}\nAuthorization: OAuth ${headerOf}`);
    assert.ok(parsed.ok);
    const { findings, tried } = diagnose(parsed.request, { ...known, now: Date.now() });
    assert.deepEqual(
      findings.map(({ cause }) => cause.id),
      ["wrong-secret"],
    );
    for (const secret of right) assert.ok(!JSON.stringify([findings, tried]).includes(secret));
  }
});

test("of two APIs that differ in their ports alone, a signature without the port is the one that is wrong", () => {
  const [one, other] = ["https://api.example.com:8443", "https://api.example.com:9443"];
  const credentials = { ...application, token: "1-t", tokenSecret };
  const pairs = signedPairs("GET", "https://api.example.com/x", credentials);
  const header = pairs.map(([name, value]) => `${name}="${encodeURIComponent(value)}"`).join(", ");
  const parsed = parsePaste(`GET ${one}/x\nAuthorization: OAuth ${header}`);
  assert.ok(parsed.ok);
  const causes = (apiOrigins: readonly string[]) =>
    diagnose(parsed.request, { ...known, apiOrigins, now: Date.now() }).findings.map(
      ({ cause }) => cause.id,
    );
  assert.deepEqual(causes([one, other]), ["port"]);
  assert.deepEqual(causes([one]), []);
});
