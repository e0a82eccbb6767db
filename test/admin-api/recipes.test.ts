/** The scripts of docs/guide/recipes.md run as they stand there. */
import assert from "node:assert/strict";
import { execFile, spawnSync } from "node:child_process";
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { test } from "node:test";
import { promisify } from "node:util";
import { guideBlock } from "../support/guide-block.ts";
import { makeAccessToken, makeApplication, makeUser } from "../support/service.ts";
import { makeApiKey, startAdminService } from "./support.ts";

const missing = ["curl", "jq", "bash"].filter(
  (name) => spawnSync(name, ["--version"]).status !== 0,
);
const options = { skip: missing.length > 0 && `${missing.join(" and ")} is not installed` };
const run = promisify(execFile);

async function startForScripts() {
  const service = await startAdminService();
  const { internalUrl, dependencies } = service;
  const { ledger } = dependencies;
  const alice = await makeUser(ledger, "alice");
  const { secret } = await makeApiKey(ledger, "manager");
  const directory = mkdtempSync(join(tmpdir(), "countersign-test-"));
  writeFileSync(join(directory, "admin.sh"), guideBlock("recipes", "admin.sh"));
  const file = (name: string) => readFileSync(join(directory, name), "utf8");
  const script = async (name: string, variables: Readonly<Record<string, string>> = {}) => {
    writeFileSync(join(directory, name), guideBlock("recipes", name));
    const env = {
      ...process.env,
      COUNTERSIGN_ADMIN: `${internalUrl}/admin/v1`,
      COUNTERSIGN_API_KEY: secret,
      ...variables,
    };
    return (await run("bash", [name], { cwd: directory, env })).stdout;
  };
  return {
    ...{ ledger, alice, script, file, viewer: service.viewer },
    async [Symbol.asyncDispose]() {
      rmSync(directory, { recursive: true });
      await service[Symbol.asyncDispose]();
    },
  };
}

test("a pipeline creates an application once, however often it runs", options, async () => {
  await using at = await startForScripts();
  const first = await at.script("create.sh");
  assert.match(first, /^CONSUMER_KEY=\w+\nCONSUMER_SECRET=\w{50}\n$/);
  assert.equal(await at.script("create.sh"), first);
  assert.equal((await at.viewer.call("GET", "/applications")).body.data.length, 1);
});

test("a secret is rotated once it is old", options, async () => {
  await using at = await startForScripts();
  const { id, consumerSecret } = await makeApplication(at.ledger, at.alice);
  assert.match(await at.script("rotate.sh", { APPLICATION_ID: id }), /^The secret is 0 days old/);
  const rotated = await at.script("rotate.sh", { APPLICATION_ID: id, MAX_DAYS: "0" });
  assert.match(rotated, /^\w{50}\n$/);
  assert.notEqual(rotated.trim(), consumerSecret);
});

test(
  "an incident: the application is suspended, its tokens are revoked, and its owner is named",
  options,
  async () => {
    await using at = await startForScripts();
    const application = await makeApplication(at.ledger, at.alice);
    const { token } = await makeAccessToken(at.ledger, application, at.alice);
    const said = await at.script("incident.sh", { APPLICATION_ID: application.id });
    const lines = ["revoked: 1 grants, bearer tokens of 0 applications", "alice@users.example", ""];
    assert.deepEqual(said.split("\n"), lines);
    assert.equal(await at.ledger.accessTokenHolder(token), undefined);
    const { suspendedBecause } = (await at.ledger.applicationById(application.id)) ?? {};
    assert.equal(suspendedBecause, "its secret leaked");
  },
);

test(
  "a user who leaves: applications have another owner, and the account is suspended",
  options,
  async () => {
    await using at = await startForScripts();
    const bob = await makeUser(at.ledger, "bob");
    const { id } = await makeApplication(at.ledger, bob);
    const said = await at.script("offboard.sh", { SCREEN_NAME: "bob", NEW_OWNER: "alice" });
    assert.equal(said, "moved: Weather Bot\n");
    assert.equal((await at.ledger.applicationById(id))?.ownerScreenName, "alice");
    assert.equal((await at.ledger.userById(bob.id))?.suspendedBecause, "left the company");
  },
);

test("audit events are appended to a file, each once", options, async () => {
  await using at = await startForScripts();
  await at.script("events.sh");
  const events = () => at.file("events.jsonl").trim().split("\n");
  const before = events().length;
  await makeApplication(at.ledger, at.alice);
  await at.script("events.sh");
  await at.script("events.sh");
  const [last] = events().slice(before);
  assert.equal(events().length, before + 1);
  assert.equal(JSON.parse(last ?? "").name, "application.created");
});
