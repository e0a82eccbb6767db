/** The scripts of docs/guide/automate.md run as they stand there. */
import assert from "node:assert/strict";
import { execFile, spawnSync } from "node:child_process";
import { randomBytes } from "node:crypto";
import { mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { test } from "node:test";
import { promisify } from "node:util";
import { byCommandLine } from "../../src/domain/audit-context.ts";
import { mintConsumerSecret } from "../../src/domain/credentials.ts";
import { dayMs } from "../../src/domain/day.ts";
import { guideBlock } from "../support/guide-block.ts";
import { makeAccessToken, makeApplication, makeUser } from "../support/service.ts";
import { makeApiKey, startAdminService } from "./support.ts";

const missing = ["curl", "jq", "bash"].filter(
  (name) => spawnSync("sh", ["-c", `command -v ${name}`]).status !== 0,
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
  writeFileSync(join(directory, "admin.sh"), guideBlock("automate", "admin.sh"));
  const file = (name: string) => readFileSync(join(directory, name), "utf8");
  const write = (name: string, text: string) =>
    writeFileSync(join(directory, name), text, { mode: 0o700 });
  const runScript = async (
    name: string,
    text: string,
    variables: Readonly<Record<string, string>>,
  ) => {
    write(name, text);
    const env = {
      ...process.env,
      ADMIN_API: `${internalUrl}/admin/v1`,
      COUNTERSIGN_API_KEY: secret,
      ...variables,
    };
    return (await run("bash", [name], { cwd: directory, env })).stdout;
  };
  const script = (name: string, variables: Readonly<Record<string, string>> = {}) =>
    runScript(name, guideBlock("automate", name), variables);
  return {
    ...{ ledger, alice, directory, script, run: runScript, write, file },
    viewer: service.viewer,
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
  const { id } = await makeApplication(at.ledger, at.alice);
  const variables = { APPLICATION_ID: id, SECRET_FILE: "secret" };
  assert.match(await at.script("rotate.sh", variables), /^The secret is 0 days old/);
  assert.match(await at.script("rotate.sh", { ...variables, MAX_DAYS: "0" }), /is in secret\.\n$/);
  assert.match(at.file("secret"), /^\w{50}\n$/);
});

const rotate = guideBlock("automate", "rotate.sh").trimEnd().split("\n");
/** The script can be interrupted before each line that is not the rest of a command. */
const places = rotate.flatMap((_, at) => (/(\\|\|)$/.test(rotate[at - 1] ?? "") ? [] : [at]));

for (const place of [...places, rotate.length]) {
  const line = (rotate[place] ?? "the end").trim();
  test(`a rotation that is killed before "${line}" is completed by the next run`, options, () =>
    assertRotated((at, variables) => {
      const killed = rotate.toSpliced(place, 0, "kill -9 $$").join("\n");
      return at.run("killed.sh", killed, variables);
    }),
  );
}

for (const call of [1, 2]) {
  test(`a rotation whose response ${call} is lost is completed by the next run`, options, () =>
    assertRotated((at, variables) => {
      at.write("curl", losingResponse(call));
      const PATH = `${at.directory}:${process.env["PATH"]}`;
      return at.script("rotate.sh", { ...variables, PATH });
    }),
  );
}

/** A program in the place of curl: the service gets each request, and one response gets lost. */
function losingResponse(call: number): string {
  const curl = spawnSync("sh", ["-c", "command -v curl"]).stdout.toString().trim();
  return `#!/bin/sh
echo call >> calls
if [ "$(wc -l < calls)" -ne ${call} ]; then exec ${curl} "$@"; fi
${curl} "$@" > /dev/null
exit 56
`;
}

/** Whatever the first run did, the next one leaves the new secret in the file, and the deployed one valid. */
async function assertRotated(
  fail: (
    at: Awaited<ReturnType<typeof startForScripts>>,
    variables: Readonly<Record<string, string>>,
  ) => Promise<string>,
): Promise<void> {
  await using at = await startForScripts();
  const { id, consumerKey } = await makeApplication(at.ledger, at.alice);
  const variables = { APPLICATION_ID: id, SECRET_FILE: "secret" };
  const deployed = mintConsumerSecret(randomBytes);
  const now = Date.now() - 100 * dayMs;
  const change = { applicationId: id, secret: deployed, now, previousUntil: 0, overlap: "0" };
  await at.ledger.regenerateConsumerSecret(change, byCommandLine(now));
  await fail(at, variables).catch(() => {});
  await at.script("rotate.sh", variables);
  const credentials = await at.ledger.consumerCredentials(consumerKey, Date.now());
  assert.deepEqual(
    credentials?.consumerSecrets.map((one) => one.reveal()),
    [at.file("secret").trim(), deployed.reveal()],
  );
  assert.match(await at.script("rotate.sh", variables), /^The secret is 0 days old/);
}

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

const events = guideBlock("automate", "events.sh").trimEnd().split("\n");

for (const [place, line] of [...events, "the end"].entries()) {
  test(
    `audit events are in files once each after a kill before "${line.trim()}"`,
    options,
    async () => {
      await using at = await startForScripts();
      await at.script("events.sh");
      await makeApplication(at.ledger, at.alice);
      const killed = events.toSpliced(place, 0, "kill -9 $$").join("\n");
      await assert.rejects(at.run("killed.sh", killed, {}), { signal: "SIGKILL" });
      await at.script("events.sh");
      await at.script("events.sh");
      const written = readdirSync(join(at.directory, "events"))
        .flatMap((name) => at.file(join("events", name)).trim().split("\n"))
        .map((event) => JSON.parse(event).id);
      const { data } = (await at.viewer.call("GET", "/events?follow=0&limit=200")).body;
      assert.deepEqual(
        written.toSorted(),
        data.map((event: { id: string }) => event.id).toSorted(),
      );
    },
  );
}
