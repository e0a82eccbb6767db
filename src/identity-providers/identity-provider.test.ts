import assert from "node:assert/strict";
import { test } from "node:test";
import { claimHas, proposedScreenName, provenEmail } from "./identity-provider.ts";

test("a screen name is made of what a claim says, as far as it can be one", () => {
  const of = (told: unknown) =>
    proposedScreenName({ preferred_username: told }, "preferred_username");
  assert.equal(of("alice"), "alice");
  assert.equal(of("alice.smith@people.example"), "alice.smith");
  assert.equal(of("Ålice  Smith"), "Alice_Smith");
  assert.equal(of("a".repeat(100_000)), "a".repeat(64));
  assert.equal(of("alice-o'hara+news@people.example"), "alice-oharanews");
  for (const told of [
    "",
    "..",
    "..@people.example",
    "أليس",
    "@people.example",
    7,
    null,
    ["alice"],
    undefined,
  ]) {
    assert.equal(of(told), "", JSON.stringify(told));
  }
  assert.equal(proposedScreenName({}, "toString"), "");
});

test("an email address counts as theirs where the provider says that it was proven, and nowhere else", () => {
  const email = "alice@people.example";
  assert.equal(provenEmail({ email, email_verified: true }), email);
  for (const verified of [false, undefined, "true", 1, null]) {
    assert.equal(provenEmail({ email, email_verified: verified }), undefined);
  }
  assert.equal(provenEmail({ email_verified: true }), undefined);
  assert.equal(provenEmail({ email: [email], email_verified: true }), undefined);
});

test("a claim has a value: as it stands, or in its list", () => {
  const asked = { claim: "groups", value: "operators" };
  assert.equal(claimHas({ groups: "operators" }, asked), true);
  assert.equal(claimHas({ groups: ["people", "operators"] }, asked), true);
  for (const groups of ["operators2", ["operators2"], [["operators"]], { operators: true }, null]) {
    assert.equal(claimHas({ groups }, asked), false, JSON.stringify(groups));
  }
  assert.equal(claimHas({}, { claim: "constructor", value: "x" }), false);
});
