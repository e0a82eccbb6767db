import assert from "node:assert/strict";
import { test } from "node:test";
import { inRequests, users } from "./counts.ts";

for (const [count, expected] of [
  [0, "0 personas dieron"],
  [1, "1 persona dio"],
  [2, "2 personas dieron"],
  [1_204, "1204 personas dieron"],
  [12_040, "12.040 personas dieron"],
  [1_000_000, "1.000.000 de personas dieron"],
] as const) {
  test(`${count} users and what they did`, () => {
    assert.equal(users(count, "dio", "dieron"), expected);
  });
}

test("one request, and more", () => {
  assert.equal(inRequests(1), "1 solicitud");
  assert.equal(inRequests(2), "2 solicitudes");
});
