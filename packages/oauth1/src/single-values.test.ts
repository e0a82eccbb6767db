import assert from "node:assert/strict";
import { it } from "node:test";
import { type Parameter, singleValues } from "./index.ts";

const all = () => true;

it("keeps the one value of each name that decides something", () => {
  const parameters: Parameter[] = [
    ["a", "1"],
    ["b", ""],
    ["a", "1"],
    ["c", "1"],
    ["c", "2"],
  ];
  const single = singleValues(parameters, (name) => name !== "c");
  assert.deepEqual(single.ok && [...single.values], [
    ["a", "1"],
    ["b", ""],
  ]);
});

it("rejects a second value, an empty first one included", () => {
  for (const first of ["1", ""]) {
    const single = singleValues(
      [
        ["a", first],
        ["a", "2"],
      ],
      all,
    );
    assert.deepEqual(single, {
      ok: false,
      problem: { kind: "duplicate", detail: "a has different values.", parameter: "a" },
    });
  }
});

it("names the parameter, unless its name cannot be printed", () => {
  const detailOf = (name: string) => {
    const single = singleValues(
      [
        [name, "1"],
        [name, "2"],
      ],
      all,
    );
    return !single.ok && single.problem.detail;
  };
  assert.equal(detailOf("oauth_nonce"), "oauth_nonce has different values.");
  assert.equal(detailOf("oauth_<b>"), "An oauth_* parameter has different values.");
  for (const name of ["<b>", "", "x".repeat(65)]) {
    assert.equal(detailOf(name), "A parameter has different values.");
  }
});
