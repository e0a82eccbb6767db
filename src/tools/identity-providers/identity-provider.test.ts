import assert from "node:assert/strict";
import { test } from "node:test";
import { claimHas, proposedScreenName, verifiedEmail } from "./identity-provider.ts";

test("a screen name is made of what a claim says, as far as it can be one", () => {
  const of = (claim: unknown) =>
    proposedScreenName({ preferred_username: claim }, "preferred_username");
  assert.equal(of("alice"), "alice");
  assert.equal(of("alice.smith@users.example"), "alice.smith");
  assert.equal(of("Ålice  Smith"), "Alice_Smith");
  assert.equal(of("a".repeat(100_000)), "a".repeat(64));
  assert.equal(of("alice-o'hara+news@users.example"), "alice-oharanews");
  for (const claim of [
    "",
    "..",
    "..@users.example",
    "أليس",
    "@users.example",
    7,
    null,
    ["alice"],
    undefined,
  ]) {
    assert.equal(of(claim), "", JSON.stringify(claim));
  }
  assert.equal(proposedScreenName({}, "toString"), "");
});

test("an email address counts as theirs where the provider says that it was proven, and nowhere else", () => {
  const email = "alice@users.example";
  assert.equal(verifiedEmail({ email, email_verified: true }), email);
  for (const verified of [false, undefined, "true", 1, null]) {
    assert.equal(verifiedEmail({ email, email_verified: verified }), undefined);
  }
  assert.equal(verifiedEmail({ email_verified: true }), undefined);
  assert.equal(verifiedEmail({ email: [email], email_verified: true }), undefined);
});

test("a claim has a value: as it stands, or in its list", () => {
  const claim = { claim: "groups", value: "admins" };
  assert.equal(claimHas({ groups: "admins" }, claim), true);
  assert.equal(claimHas({ groups: ["users", "admins"] }, claim), true);
  for (const groups of ["operators2", ["operators2"], [["admins"]], { admins: true }, null]) {
    assert.equal(claimHas({ groups }, claim), false, JSON.stringify(groups));
  }
  assert.equal(claimHas({}, { claim: "constructor", value: "x" }), false);
});
