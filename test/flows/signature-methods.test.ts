/** The signature methods that a service accepts, at its own operations and for APIs. */
import assert from "node:assert/strict";
import { test } from "node:test";
import { makeAccessToken } from "../support/service.ts";
import { startWorld, type World } from "../support/world.ts";
import { ask, settings, signedVerification } from "../verification/asking.ts";

const path = "/1.1/account/verify_credentials.json";
const methods = ["HMAC-SHA1", "HMAC-SHA256", "HMAC-SHA512"] as const;

/** By method: whether the service's own operations accept it, with a user's token and without, and an API. */
async function accepted(world: World): Promise<Record<string, boolean>> {
  const token = await makeAccessToken(world.ledger, world.application, world.alice);
  const found: Record<string, boolean> = {};
  for (const oauth_signature_method of methods) {
    const oauth = { oauth_signature_method };
    const signed = await world.signed("GET", path, { token, oauth });
    const asked = await world.signed("POST", "/oauth/request_token", {
      oauth: { ...oauth, oauth_callback: "oob" },
    });
    const verificationRequest = signedVerification(world, "GET", "/1/things", { token, oauth });
    const alone = signedVerification(world, "GET", "/1/things", { oauth });
    const { json } = await ask(world, "/verify/batch", { requests: [verificationRequest, alone] });
    const all = [signed.ok, asked.ok, json.decisions[0].valid, json.decisions[1].valid];
    assert.equal(new Set(all).size, 1, `${oauth_signature_method}: ${all}`);
    found[oauth_signature_method] = signed.ok;
  }
  return found;
}

for (const [setting, sha1, sha256, sha512] of [
  ["", true, false, false],
  ["HMAC-SHA1,HMAC-SHA256", true, true, false],
  ["HMAC-SHA256", false, true, false],
  ["HMAC-SHA512, HMAC-SHA256", false, true, true],
] as const) {
  test(`200, 400 — the signature methods ${setting || "without the setting"}`, async () => {
    await using world = await startWorld({ ...settings, SIGNATURE_METHODS: setting });
    const expected = { "HMAC-SHA1": sha1, "HMAC-SHA256": sha256, "HMAC-SHA512": sha512 };
    assert.deepEqual(await accepted(world), expected);
  });
}

test("400 (code 215) — another method; the message names those that are accepted", async () => {
  await using world = await startWorld({ SIGNATURE_METHODS: "HMAC-SHA256,HMAC-SHA512" });
  for (const oauth_signature_method of ["HMAC-SHA1", "PLAINTEXT", "hmac-sha256"]) {
    const response = await world.signed("GET", path, { oauth: { oauth_signature_method } });
    assert.equal(response.status, 400);
    assert.match(
      await response.text(),
      /"code":215,.*oauth_signature_method must be HMAC-SHA256 or HMAC-SHA512\./,
    );
  }
});
