import assert from "node:assert/strict";
import { test } from "node:test";
import { requestErrorOf, revoke, verifyCredentials, wholeFlow } from "../support/flow.ts";
import { makeApplication, makeUser, startTestService } from "../support/service.ts";

for (const callback of ["https://weather.example/callback?kept=1", "oob"]) {
  test(`200 — request, approval, exchange, use and revocation with ${callback}`, async () => {
    await using service = await startTestService();
    const { ledger } = service.dependencies;
    const alice = await makeUser(ledger, "alice");
    const application = await makeApplication(ledger, alice);

    const access = await wholeFlow(service.baseUrl, application, alice, callback);
    const used = await verifyCredentials(service.baseUrl, application, access);
    assert.equal(used.status, 200);
    assert.equal(((await used.json()) as { screen_name: string }).screen_name, "alice");

    const revoked = await revoke(service.baseUrl, application, access);
    assert.deepEqual(await revoked.json(), { access_token: access.token });
    const after = await verifyCredentials(service.baseUrl, application, access);
    assert.equal(await requestErrorOf(after), "401 (code 89)");
  });
}
