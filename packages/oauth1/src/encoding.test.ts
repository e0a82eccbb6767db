import assert from "node:assert/strict";
import { describe, it } from "node:test";
import fc from "fast-check";
import {
  formDecode,
  fromText,
  percentDecode,
  percentEncode,
  percentEncodeBytes,
  toReadableText,
  toText,
} from "./index.ts";

const allBytes = Array.from({ length: 256 }, (_, byte) => String.fromCharCode(byte)).join("");
const binary = fc.uint8Array().map((bytes) => Buffer.from(bytes).toString("latin1"));

describe("percentEncodeBytes", () => {
  it("keeps the unreserved characters and encodes every other byte with upper-case hex", () => {
    const expected = Array.from({ length: 256 }, (_, byte) => {
      const character = String.fromCharCode(byte);
      const hex = byte.toString(16).toUpperCase().padStart(2, "0");
      return /[A-Za-z0-9._~-]/.test(character) ? character : `%${hex}`;
    });
    assert.equal(percentEncodeBytes(allBytes), expected.join(""));
    for (let byte = 0; byte < 256; byte++) {
      assert.equal(percentEncodeBytes(String.fromCharCode(byte)), expected[byte]);
    }
  });

  it("encodes bytes that are not UTF-8 one by one", () => {
    assert.equal(percentEncodeBytes("\xff\xfe"), "%FF%FE");
  });
});

describe("percentEncode", () => {
  it("encodes a text as UTF-8", () => {
    assert.equal(percentEncode("Ladies + Gentlemen"), "Ladies%20%2B%20Gentlemen");
    assert.equal(percentEncode("é☃!*'()~"), "%C3%A9%E2%98%83%21%2A%27%28%29~");
    assert.equal(percentEncode("\ud800"), "%EF%BF%BD");
  });

  it("agrees with the platform for every text, apart from ! * ' ( )", () => {
    const reserved = /[!'()*]/g;
    const hex = (character: string) => `%${character.charCodeAt(0).toString(16).toUpperCase()}`;
    fc.assert(
      fc.property(fc.string({ unit: "grapheme" }), (text) => {
        const expected = encodeURIComponent(text.toWellFormed()).replace(reserved, hex);
        assert.equal(percentEncode(text), expected);
      }),
    );
  });
});

describe("percentDecode", () => {
  it("undoes percentEncodeBytes for any bytes", () => {
    fc.assert(fc.property(binary, (bytes) => percentDecode(percentEncodeBytes(bytes)) === bytes));
  });

  it("reads hex in either case, once", () => {
    assert.equal(percentDecode("%c3%A9%2525"), "\xc3\xa9%25");
  });

  it("leaves malformed sequences as they are", () => {
    for (const kept of ["%", "%4", "100%", "%zz", "%4g", "%g4", "%%", "% 41"]) {
      assert.equal(percentDecode(kept), kept);
    }
    assert.equal(percentDecode("%%41%4%42%"), "%A%4B%");
  });

  it("leaves + alone", () => {
    assert.equal(percentDecode("a+b%2B"), "a+b+");
  });
});

describe("formDecode", () => {
  it("reads + as a space and %2B as a plus", () => {
    assert.equal(formDecode("a+b%2Bc%20d"), "a b+c d");
    assert.equal(formDecode("plain"), "plain");
  });
});

describe("text and bytes", () => {
  it("come back as they were, for any text without lone surrogates", () => {
    fc.assert(
      fc.property(fc.string({ unit: "binary" }), (text) => toText(fromText(text)) === text),
    );
  });

  it("keeps a byte order mark, so that different bytes are different texts", () => {
    assert.equal(toText("\xef\xbb\xbfa"), "\ufeffa");
  });

  it("has no text for bytes that are not UTF-8, an overlong form among them", () => {
    for (const bytes of ["\xff", "a\xc3", "\xc0\xaf", "\xed\xa0\x80"]) {
      assert.equal(toText(bytes), undefined);
    }
  });

  it("shows bytes that are not UTF-8 as U+FFFD, and everything else as it is", () => {
    assert.equal(toReadableText("a\xff"), "a\ufffd");
    assert.equal(toReadableText("\xc3\xa9"), "é");
    assert.equal(toReadableText("plain"), "plain");
  });

  it("replaces a lone surrogate", () => {
    assert.equal(fromText("\ud800"), "\xef\xbf\xbd");
  });
});
