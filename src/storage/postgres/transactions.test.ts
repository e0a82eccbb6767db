import assert from "node:assert/strict";
import { test } from "node:test";
import { openSlots } from "./transactions.ts";

test("writes beside each other count in different rows, and one after another in the same", () => {
  const slots = openSlots();
  const [one, other] = [slots.take(), slots.take()];
  assert.notEqual(one, other);
  slots.release(one);
  assert.equal(slots.take(), one);
  slots.release(other);
  slots.release(one);
  assert.equal(slots.take(), one);
});
