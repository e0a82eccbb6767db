import assert from "node:assert/strict";
import { test } from "node:test";
import { isBearerScheme, parseBasicCredentials, parseBearer, readTokenRequest } from "./oauth2.ts";

const basic = (text: string) => `Basic ${Buffer.from(text).toString("base64")}`;

test("Basic: both halves decoded once, after the first colon, and the password as it was sent too", () => {
  for (const [text, username, password] of [
    ["key:secret", "key", "secret"],
    ["key:", "key", ""],
    [":secret", "", "secret"],
    [":", "", ""],
    ["key:a:b", "key", "a:b"],
    ["k%65y:s%3Aecret", "key", "s:ecret"],
    ["k%2565y:x", "k%65y", "x"],
    ["a+b:c&d=e", "a+b", "c&d=e"],
    ["é:ü", "é", "ü"],
    ["a%3D&b+c:d%26&+%2B", "a=&b+c", "d&&++"],
    ["100%:%zz", "100%", "%zz"],
  ] as const) {
    const sent = text.slice(text.indexOf(":") + 1);
    const passwords = sent === password ? [sent] : [sent, password];
    assert.deepEqual(parseBasicCredentials(basic(text)), { username, passwords }, text);
  }
});

test("Basic: what is not of the scheme, or not base64 of a pair", () => {
  for (const header of [
    "",
    "Basic",
    "Basic ",
    "Basic !",
    "Basicx a2V5OnM=",
    "Basica2V5OnM=",
    "Basic a2V5OnM=!",
    "Basic a2V5OnM=, x",
    basic("nocolon"),
    "Bearer a2V5OnM=",
    " Basic a2V5OnM=",
    "Basic\ta2V5OnM=",
    "Basic \ta2V5OnM=",
    "Basic a2V5\xa0OnM=",
  ]) {
    assert.equal(parseBasicCredentials(header), undefined, header);
  }
  assert.deepEqual(parseBasicCredentials("Basic ++++Og==")?.passwords, [""]);
  assert.deepEqual(parseBasicCredentials("BASIC  a2V5\r\n OnM="), {
    username: "key",
    passwords: ["s"],
  });
});

test("Bearer: one token of its alphabet", () => {
  assert.equal(parseBearer("Bearer abc"), "abc");
  assert.equal(parseBearer("bEARER   a-._~+/9=="), "a-._~+/9==");
  for (const header of [
    "Bearer",
    "Bearer ",
    "Bearer a b",
    "Bearer a=b",
    "Bearer =",
    "Bearer é",
    "Bearer a,b",
    "XBearer a",
    "Bearer\ta",
    "Bearerabc",
    "Bearer abc!",
  ]) {
    assert.equal(parseBearer(header), undefined, header);
  }
  for (const [header, is] of [
    ["Bearer x", true],
    ["bearer", true],
    ["Bearerx", false],
    ["x bearer y", false],
    [" bearer", false],
    ["", false],
  ] as const) {
    assert.equal(isBearerScheme(header), is, header);
  }
});

test("a token request: one grant_type, one client", () => {
  const grant = "grant_type=client_credentials";
  for (const [sent, problem] of [
    [grant, undefined],
    [`${grant}&client_id=me&scope=x`, undefined],
    ["", "missing"],
    ["grant_type", "missing"],
    ["grant_type=", "missing"],
    ["Grant_Type=client_credentials", "missing"],
    ["grant_type=refresh_token", "unsupported"],
    ["grant_type=CLIENT_CREDENTIALS", "unsupported"],
    [`${grant}&client_id=other`, "two-identities"],
    [`client_secret=x&${grant}`, "two-identities"],
    [`${grant}&client_secret=`, "two-identities"],
  ] as const) {
    const expected = problem === undefined ? { ok: true } : { ok: false, problem };
    assert.deepEqual(readTokenRequest(new Map(new URLSearchParams(sent)), "me"), expected, sent);
  }
});
