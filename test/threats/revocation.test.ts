/** T11 and T12: a revoked credential stays revoked, and the service says so only if it is. */
import assert from "node:assert/strict";
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { test } from "node:test";
import { bearerFor, requestErrorOf, revoke, verifyCredentials } from "../support/flow.ts";
import { ledgerDatabase } from "../support/ledger-database.ts";
import { startServe } from "../support/process.ts";
import {
  keepLedgersOnDisk,
  makeAccessToken,
  makeApplication,
  makeUser,
  startTestService,
} from "../support/service.ts";
import { signedFetch } from "../support/signing.ts";
import { startWorld } from "../support/world.ts";

keepLedgersOnDisk();

// interface §6.2, §8.2
test("T11 — 401 (code 89): revoked, kill -9, restart", async () => {
  const dataDir = mkdtempSync(join(tmpdir(), "countersign-revoked-"));
  try {
    const { application, access, owner } = await seed(dataDir);
    await using first = await startServe({ DATA_DIR: dataDir });
    const bearer = await bearerFor(first.baseUrl, application);
    const use = (baseUrl: string) =>
      fetch(`${baseUrl}/1.1/application/rate_limit_status.json`, {
        headers: { authorization: `Bearer ${bearer}` },
      });
    assert.equal((await use(first.baseUrl)).status, 200);
    const signer = { ...application, token: owner.token, tokenSecret: owner.secret };
    const [one, other] = await Promise.all([
      revoke(first.baseUrl, application, access),
      signedFetch(
        "POST",
        `${first.baseUrl}/oauth2/invalidate_token?access_token=${bearer}`,
        signer,
      ),
    ]);
    await first.kill();
    assert.deepEqual([one.status, other.status], [200, 200]);

    await using second = await startServe({ DATA_DIR: dataDir });
    const used = await verifyCredentials(second.baseUrl, application, access);
    assert.equal(await requestErrorOf(used), "401 (code 89)");
    assert.equal(await requestErrorOf(await use(second.baseUrl)), "401 (code 89)");
    assert.notEqual(await bearerFor(second.baseUrl, application), bearer);
  } finally {
    rmSync(dataDir, { recursive: true, force: true });
  }
});

async function seed(dataDir: string) {
  await using service = await startTestService({ DATA_DIR: dataDir });
  const { ledger } = service.dependencies;
  const [alice, bob] = [await makeUser(ledger, "alice"), await makeUser(ledger, "bob")];
  const application = await makeApplication(ledger, alice);
  return {
    application,
    owner: await makeAccessToken(ledger, application, alice),
    access: await makeAccessToken(ledger, application, bob),
  };
}

// interface §12.2
test("T12 — 503 and never 200: the store fails while revoking, and the token is as it was", async () => {
  await using world = await startWorld({ DATABASE_TIMEOUT: "2000" });
  const { ledger, application, alice, baseUrl } = world;
  const access = await makeAccessToken(ledger, application, alice);
  const bearer = await bearerFor(baseUrl, application);
  await using database = await ledgerDatabase(world.service);
  const release = await database.hold();
  const [user, app] = await Promise.all([
    world.signed("POST", "/1.1/oauth/invalidate_token", { token: access }),
    world.signed("POST", `/oauth2/invalidate_token?access_token=${bearer}`, { token: access }),
  ]);
  assert.equal(await requestErrorOf(user), "503 (code 130)");
  assert.equal(await requestErrorOf(app), "503 (code 130)");
  await release();
  assert.equal((await verifyCredentials(baseUrl, application, access)).status, 200);
  const revoked = await world.signed("POST", "/1.1/oauth/invalidate_token", { token: access });
  assert.equal(revoked.status, 200);
});

test("T12 — 500: the audit table is gone from under the service", async () => {
  await using world = await startWorld();
  const access = await makeAccessToken(world.ledger, world.application, world.alice);
  const before = await world.signed("GET", "/1.1/account/verify_credentials.json", {
    token: access,
  });
  assert.equal(before.status, 200);
  await using database = await ledgerDatabase(world.service);
  await database.rows("alter table audit_event rename to elsewhere");
  const response = await world.signed("POST", "/1.1/oauth/invalidate_token", { token: access });
  assert.ok(response.status >= 500, `${response.status}`);
  const after = await world.signed("GET", "/1.1/account/verify_credentials.json", {
    token: access,
  });
  assert.equal(after.status, 200, "rolled back with its audit row");
});
