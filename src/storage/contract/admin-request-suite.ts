/** The contract for calls of the admin API that may be repeated. */
import assert from "node:assert/strict";
import { adminRequestMs } from "../../domain/admin-request.ts";
import { tokenDigest } from "../../domain/credentials.ts";
import { keepAdminRequest } from "./admin-api-writes.ts";
import { checkOn, now, type OpenLedger } from "./seeded-ledger.ts";

export function adminRequestSuite(engine: string, open: OpenLedger): void {
  const check = checkOn(engine, open);

  check("beginAdminRequest: of two at once, one begins and the other gets it", async (world) => {
    const call = { digest: tokenDigest("d"), request: tokenDigest("r"), begunAt: now };
    const outcomes = await Promise.all([1, 2].map(() => world.ledger.beginAdminRequest(call)));
    assert.equal(outcomes.filter((one) => one === "begun").length, 1);
    assert.deepEqual(
      outcomes.find((one) => one !== "begun"),
      { ...call, reply: undefined },
    );
  });

  check("endAdminRequest: a repeated call gets the response", async ({ ledger, rows }) => {
    const call = await keepAdminRequest(ledger);
    await ledger.endAdminRequest(call.digest, "the secret");
    assert.deepEqual(await ledger.beginAdminRequest({ ...call, begunAt: now + 7 }), {
      ...call,
      reply: "the secret",
    });
    const stored = [...(await rows()).values()].join();
    assert.ok(!stored.includes(Buffer.from("the secret").toString("hex")), "it is encrypted");
  });

  check("forgetAdminRequest: the call may begin again", async ({ ledger }) => {
    const call = await keepAdminRequest(ledger);
    await ledger.forgetAdminRequest(call.digest);
    assert.equal(await ledger.beginAdminRequest(call), "begun");
  });

  check("sweep: a call is remembered for a day", async ({ ledger }) => {
    const call = await keepAdminRequest(ledger);
    await ledger.sweep({ now: now + adminRequestMs - 1, most: 9 });
    assert.notEqual(await ledger.beginAdminRequest(call), "begun");
    await ledger.sweep({ now: now + adminRequestMs, most: 9 });
    assert.equal(await ledger.beginAdminRequest(call), "begun");
  });
}
