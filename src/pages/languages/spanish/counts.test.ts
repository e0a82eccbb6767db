import assert from "node:assert/strict";
import { test } from "node:test";
import { inRequests, users } from "./counts.ts";

for (const [count, expected] of [
  [0, "0 usuarios dieron"],
  [1, "1 usuario dio"],
  [2, "2 usuarios dieron"],
  [1_204, "1204 usuarios dieron"],
  [12_040, "12.040 usuarios dieron"],
  [1_000_000, "1.000.000 de usuarios dieron"],
] as const) {
  test(`${count} users and what they did`, () => {
    assert.equal(users(count, "dio", "dieron"), expected);
  });
}

test("one request, and more", () => {
  assert.equal(inRequests(1), "1 solicitud");
  assert.equal(inRequests(2), "2 solicitudes");
});
