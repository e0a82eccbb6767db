import assert from "node:assert/strict";
import { mkdtempSync, rmSync, statSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { test } from "node:test";
import { requestErrorOf, requestTokenFor, verifyCredentials } from "../support/flow.ts";
import { startServe } from "../support/process.ts";
import {
  keepLedgersOnDisk,
  makeAccessToken,
  makeApplication,
  makeUser,
  startTestService,
} from "../support/service.ts";
import { signedFetch } from "../support/signing.ts";

keepLedgersOnDisk();

test("503 (code 130) — a database that can grow no more: writes are rejected, reads and what was answered stand", async () => {
  const dataDir = mkdtempSync(join(tmpdir(), "countersign-full-"));
  try {
    const { application, access } = await seed(dataDir);
    const blocks = Math.ceil(statSync(join(dataDir, "countersign.db")).size / 512) + 200;
    await using server = await startServe({ DATA_DIR: dataDir }, { limit: blocks });
    const { baseUrl } = server;

    const issued: { token: string; secret: string }[] = [];
    let rejected: Response | undefined;
    while (rejected === undefined && issued.length < 5000) {
      const response = await signedFetch("POST", `${baseUrl}/oauth/request_token`, application, {
        oauth: { oauth_callback: "oob" },
      });
      if (response.status !== 200) rejected = response;
      else {
        const form = new URLSearchParams(await response.text());
        issued.push({
          token: form.get("oauth_token") ?? "",
          secret: form.get("oauth_token_secret") ?? "",
        });
      }
    }
    assert.ok(rejected !== undefined, "the disk never filled up");
    assert.equal(rejected.headers.get("retry-after"), "5");
    assert.equal(await requestErrorOf(rejected), "503 (code 130)");
    assert.equal((await verifyCredentials(baseUrl, application, access)).status, 200);

    await server.kill();
    await using again = await startServe({ DATA_DIR: dataDir });
    const last = issued.at(-1);
    assert.ok(last !== undefined);
    // The token exists: without a verifier the exchange is rejected for that reason, not as unknown.
    const exchanged = await signedFetch(
      "POST",
      `${again.baseUrl}/oauth/access_token`,
      { ...application, token: last.token, tokenSecret: last.secret },
      {},
    );
    assert.equal(await requestErrorOf(exchanged), "401 (code 32)");
    await requestTokenFor(again.baseUrl, application, "oob");
  } finally {
    rmSync(dataDir, { recursive: true, force: true });
  }
});

async function seed(dataDir: string) {
  await using service = await startTestService({ DATA_DIR: dataDir });
  const { ledger } = service.dependencies;
  const alice = await makeUser(ledger, "alice");
  const application = await makeApplication(ledger, alice);
  return { application, access: await makeAccessToken(ledger, application, alice) };
}
