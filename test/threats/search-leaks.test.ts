/** T75, T18: what someone searches for is in no log line, event, error, or URL. */
import assert from "node:assert/strict";
import { readdirSync, readFileSync, statSync } from "node:fs";
import { join } from "node:path";
import { test } from "node:test";
import { makeApiKey } from "../admin-api/support.ts";
import { run, scratchDirectory } from "../cli/command.ts";
import { bearerFor } from "../support/flow.ts";
import { freePort } from "../support/free-port.ts";
import { startServe } from "../support/process.ts";
import {
  keepLedgersOnDisk,
  makeAccessToken,
  makeAdmin,
  makeApplication,
  startTestService,
} from "../support/service.ts";
import { signedIn } from "../support/visitor.ts";

keepLedgersOnDisk();

test("T75 — a credential that was searched for by a program, a command, and a page is in no log, event, or URL", async () => {
  using directory = scratchDirectory();
  const settings = { DATA_DIR: directory.path };
  const { alice, key, credentials } = await seed(directory.path);
  const port = String(await freePort());
  const logged = { ...settings, LOG_LEVEL: "debug", INTERNAL_PORT: port };
  await using server = await startServe(logged);
  const visitor = await signedIn(server.baseUrl, alice);
  const page = await visitor.get("/search");
  let outputs = "";
  for (const [name, text] of Object.entries(credentials)) {
    const response = await fetch(`http://127.0.0.1:${port}/admin/v1/search`, {
      method: "POST",
      headers: { authorization: `Bearer ${key}`, "content-type": "application/json" },
      body: JSON.stringify({ text }),
    });
    assert.equal(response.status, 200, name);
    const found = await response.text();
    assert.match(found, /"credentials":\[\{"kind"/, name);
    const commanded = await run(["find"], { settings, input: text });
    assert.equal(commanded.status, 0, commanded.stderr);
    const shown = await visitor.submit(page, { q: text });
    assert.equal(shown.status, 200, `${name}: the page does not redirect`);
    outputs += found + commanded.stdout + commanded.stderr + shown.html;
  }
  const exported = await run(["audit", "export"], { settings });
  assert.match(exported.stdout, /"credential\.found"/);
  await server.stop();
  const log = server.output();
  assert.match(log, /"event":"credential\.found"/, "the log was on");
  const files = readdirSync(directory.path)
    .map((name) => join(directory.path, name))
    .filter((name) => statSync(name).isFile());
  for (const [name, text] of Object.entries(credentials)) {
    for (const place of [log, exported.stdout, outputs]) assert.ok(!place.includes(text), name);
    if (name === "access token") continue;
    for (const file of files) assert.ok(!readFileSync(file).includes(text), `${name} in ${file}`);
  }
});

async function seed(dataDir: string) {
  await using service = await startTestService({ DATA_DIR: dataDir });
  const { ledger } = service.dependencies;
  const alice = await makeAdmin(ledger, "alice");
  const application = await makeApplication(ledger, alice);
  const access = await makeAccessToken(ledger, application, alice);
  const { secret: key } = await makeApiKey(ledger, "viewer");
  const { secret: leaked } = await makeApiKey(ledger, "viewer");
  const credentials = {
    "consumer secret": application.consumerSecret,
    "access token": access.token,
    "access token secret": access.secret,
    "bearer token": await bearerFor(service.baseUrl, application),
    "API key": leaked,
  };
  return { alice, key, credentials };
}
