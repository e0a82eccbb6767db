import assert from "node:assert/strict";
import { createHmac } from "node:crypto";
import { describe, it } from "node:test";
import { hmacSha1, hmacSha256, hmacSha512, signaturesMatch, signingKey } from "./index.ts";

describe("signature methods", () => {
  it("joins the encoded secrets with an ampersand, which stays without a token", () => {
    const keyed = (key: string) => createHmac("sha1", key).update("base").digest("base64");
    assert.equal(hmacSha1.sign("base", signingKey("a", "")), keyed("a&"));
    assert.equal(hmacSha1.sign("base", signingKey("a&b", "c d$é")), keyed("a%26b&c%20d%24%C3%A9"));
  });

  for (const [method, of, digest] of [
    [hmacSha1, "RFC 2202 §3", "effcdf6ae5eb2fa2d27416d5f184df9c259a7c79"],
    [
      hmacSha256,
      "RFC 4231 §4.3",
      "5bdcc146bf60754e6a042426089575c75a003f089d2739839dec58b964ec3843",
    ],
    [
      hmacSha512,
      "RFC 4231 §4.3",
      "164b7a7bfcf819e2e395fbe73b56e0a387bd64222e831fd610270cd7ea250554" +
        "9758bf75c05a994a6d034f65f8f0e6fdcaeab1a34d4a6b4b636e070a38bce737",
    ],
  ] as const) {
    it(`${method.name} signs as in ${of}`, () => {
      const expected = Buffer.from(digest, "hex").toString("base64");
      assert.equal(method.sign("what do ya want for nothing?", "Jefe"), expected);
    });
  }

  it("takes any text as the key, also one that is longer than a block", () => {
    for (const key of ["", "\xe9", "\xe9".repeat(65)]) {
      const expected = createHmac("sha1", Buffer.from(key, "utf8")).update("x").digest("base64");
      assert.equal(hmacSha1.sign("x", key), expected);
    }
  });

  it("reads the base string as bytes", () => {
    const expected = createHmac("sha1", "a&").update(Buffer.of(0xff)).digest("base64");
    assert.equal(hmacSha1.sign("\xff", signingKey("a", "")), expected);
  });
});

describe("signaturesMatch", () => {
  const signature = hmacSha1.sign("base", signingKey("a", ""));

  it("is true for equal texts", () => {
    assert.equal(signaturesMatch(signature, `${signature}`), true);
  });

  it("rejects other spellings of the same digest", () => {
    const last = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/";
    const at = last.indexOf(signature.charAt(26));
    const respelled = `${signature.slice(0, 26)}${last.charAt(at ^ 1)}=`;
    assert.deepEqual(Buffer.from(respelled, "base64"), Buffer.from(signature, "base64"));
    assert.equal(signaturesMatch(signature, respelled), false);
    assert.equal(signaturesMatch(signature, signature.slice(0, 27)), false);
    assert.equal(signaturesMatch(signature, `${signature}\n`), false);
  });

  it("rejects a difference at any place", () => {
    for (let at = 0; at < signature.length; at++) {
      const other = `${signature.slice(0, at)}?${signature.slice(at + 1)}`;
      assert.equal(signaturesMatch(signature, other), false);
    }
  });

  it("rejects characters that share their low byte with the expected ones", () => {
    const shifted = String.fromCharCode(signature.charCodeAt(0) + 0x100) + signature.slice(1);
    assert.equal(signaturesMatch(signature, shifted), false);
    assert.equal(signaturesMatch(signature, ""), false);
  });
});
