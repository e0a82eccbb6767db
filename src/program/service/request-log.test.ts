import assert from "node:assert/strict";
import { test } from "node:test";
import { traceOf } from "./request-log.ts";

const [trace, span] = ["4bf92f3577b34da6a3ce929d0e0e4736", "00f067aa0ba902b7"];

test("a traceparent is read as W3C Trace Context has it, later versions too", () => {
  for (const header of [`00-${trace}-${span}-01`, `01-${trace}-${span}-00-more`]) {
    assert.deepEqual(traceOf(header), { trace, span });
  }
});

test("what is no traceparent names no trace", () => {
  const wrong = [
    undefined,
    "",
    [`00-${trace}-${span}-01`],
    `ff-${trace}-${span}-01`,
    `00-${"0".repeat(32)}-${span}-01`,
    `00-${trace}-${"0".repeat(16)}-01`,
    `00-${trace.toUpperCase()}-${span}-01`,
    `00-${trace}-${span}-01x`,
    `00-${trace}-${span}`,
  ];
  for (const header of wrong) assert.equal(traceOf(header), undefined, String(header));
});
