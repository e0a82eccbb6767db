import assert from "node:assert/strict";
import { createHmac } from "node:crypto";
import { describe, it } from "node:test";
import { hmacSha1, keyOfText, signaturesMatch, signingKey } from "./signature.ts";

describe("hmacSha1", () => {
  it("joins the encoded secrets with an ampersand, which stays without a token", () => {
    const keyed = (key: string) => createHmac("sha1", key).update("base").digest("base64");
    assert.equal(hmacSha1("base", signingKey("a", "")), keyed("a&"));
    assert.equal(hmacSha1("base", signingKey("a&b", "c d$é")), keyed("a%26b&c%20d%24%C3%A9"));
  });

  for (const [keyBytes, textBytes] of [
    [63, 0],
    [64, 4032],
    [65, 4033],
    [200, 70_000],
  ] as const) {
    it(`is that of node:crypto for a key of ${keyBytes} bytes and a text of ${textBytes}`, () => {
      const consumerSecret = "c".repeat(keyBytes - 21);
      const tokenSecret = "t".repeat(20);
      const text = "\xe9x".repeat(textBytes).slice(0, textBytes);
      const hmac = createHmac("sha1", `${consumerSecret}&${tokenSecret}`);
      const key = signingKey(consumerSecret, tokenSecret);
      assert.equal(hmacSha1(text, key), hmac.update(text, "latin1").digest("base64"));
    });
  }

  it("leaves nothing of one text in the next", () => {
    const key = signingKey("a", "b");
    const short = hmacSha1("text", key);
    hmacSha1("a longer text", signingKey("c", "d"));
    assert.equal(hmacSha1("text", key), short);
  });

  it("reads a key that nobody has encoded as bytes, also one that is longer than a block", () => {
    for (const key of ["\xe9", "\xe9".repeat(65)]) {
      const expected = createHmac("sha1", Buffer.from(key, "latin1")).update("x").digest("base64");
      assert.equal(hmacSha1("x", keyOfText(key)), expected);
    }
  });

  it("reads the base string as bytes", () => {
    const expected = createHmac("sha1", "a&").update(Buffer.of(0xff)).digest("base64");
    assert.equal(hmacSha1("\xff", signingKey("a", "")), expected);
  });
});

describe("signaturesMatch", () => {
  const signature = hmacSha1("base", signingKey("a", ""));

  it("is true for equal texts", () => {
    assert.equal(signaturesMatch(signature, `${signature}`), true);
  });

  it("refuses other spellings of the same digest", () => {
    const last = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/";
    const at = last.indexOf(signature.charAt(26));
    const respelt = `${signature.slice(0, 26)}${last.charAt(at ^ 1)}=`;
    assert.deepEqual(Buffer.from(respelt, "base64"), Buffer.from(signature, "base64"));
    assert.equal(signaturesMatch(signature, respelt), false);
    assert.equal(signaturesMatch(signature, signature.slice(0, 27)), false);
    assert.equal(signaturesMatch(signature, `${signature}\n`), false);
  });

  it("refuses a difference at any place", () => {
    for (let at = 0; at < signature.length; at++) {
      const other = `${signature.slice(0, at)}?${signature.slice(at + 1)}`;
      assert.equal(signaturesMatch(signature, other), false);
    }
  });

  it("refuses characters that share their low byte with the expected ones", () => {
    const shifted = String.fromCharCode(signature.charCodeAt(0) + 0x100) + signature.slice(1);
    assert.equal(signaturesMatch(signature, shifted), false);
    assert.equal(signaturesMatch(signature, ""), false);
  });
});
