import assert from "node:assert/strict";
import { describe, it } from "node:test";
import { normalizeParameters, parseForm } from "./index.ts";

describe("parseForm", () => {
  it("keeps order, repetitions, empty names and empty values", () => {
    const parameters = parseForm("b=2&a=1&b=2&c=&d&=e&=&a[]=x=y");
    assert.deepEqual(parameters, [
      ["b", "2"],
      ["a", "1"],
      ["b", "2"],
      ["c", ""],
      ["d", ""],
      ["", "e"],
      ["", ""],
      ["a[]", "x=y"],
    ]);
  });

  it("decodes names and values, + as a space", () => {
    assert.deepEqual(parseForm("a%20b+c=%26%3D+%2B"), [["a b c", "&= +"]]);
  });

  it("finds no pair in nothing, nor between two ampersands", () => {
    assert.deepEqual(parseForm(""), []);
    assert.deepEqual(parseForm("&&a=1&&b=2&"), [
      ["a", "1"],
      ["b", "2"],
    ]);
  });

  it("reads no further than its bound, however long the form", () => {
    assert.equal(parseForm("a=1&b=2&c=3", 2).length, 2);
    assert.equal(parseForm("a&".repeat(500_000), 257).length, 257);
  });
});

describe("normalizeParameters", () => {
  it("sorts by the bytes of the encoded name, not of the joined pair", () => {
    const names = ["a", "a-b", "a.", "a0", "a b", "A", "_", "~", "é".normalize("NFC")];
    const sorted = names.map((name) => [name, "1"] as const);
    assert.equal(
      normalizeParameters(sorted.toReversed()),
      "%E9=1&A=1&_=1&a=1&a%20b=1&a-b=1&a.=1&a0=1&~=1",
    );
  });

  it("sorts equal names by the bytes of the encoded value", () => {
    const values = ["b", "B", "{}", ".", "/", "", "b"];
    const parameters = values.map((value) => ["a", value] as const);
    assert.equal(normalizeParameters(parameters), "a=&a=%2F&a=%7B%7D&a=.&a=B&a=b&a=b");
  });

  it("of nothing is empty", () => {
    assert.equal(normalizeParameters([]), "");
  });
});
