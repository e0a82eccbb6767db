import assert from "node:assert/strict";
import { once } from "node:events";
import { readFileSync, writeFileSync } from "node:fs";
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { join } from "node:path";
import { test } from "node:test";
import { startTestServer } from "../../src/program/test-server/test-server.ts";
import { run, scratchDirectory, serve } from "./command.ts";
import { runHere } from "./run-here.ts";

interface Printed {
  readonly base_url: string;
  readonly control_url: string;
  readonly users: readonly { readonly screen_name: string }[];
  readonly applications: readonly { readonly name: string; readonly consumer_key: string }[];
}

/** The JSON object after the line with the address. */
async function printed(served: Awaited<ReturnType<typeof serve>>): Promise<Printed> {
  for (;;) {
    const [, object] = served.output.stdout.split("\n");
    if (served.output.stdout.split("\n").length > 2) return JSON.parse(object ?? "") as Printed;
    await new Promise((resolve) => served.child.stdout?.once("data", resolve));
  }
}

test("test-server says where it is and what is in it, and its controls answer", async () => {
  using directory = scratchDirectory();
  const setup = join(directory.path, "setup.json");
  const application = { name: "Weather", callbacks: [], consumer_key: "consumerkeyoftests" };
  const users = [{ screen_name: "bob" }];
  writeFileSync(setup, JSON.stringify({ users, applications: [application], seed: "fixed" }));
  // Settings for a real service do not affect a test-server.
  const settings = { HOST: "0.0.0.0", RATE_LIMITS: "oauth/unknown=5" };
  const args = ["test-server", "--json", "--setup", setup];
  await using served = await serve(args, { settings, cwd: directory.path });
  const state = await printed(served);
  assert.equal(state.base_url, served.baseUrl);
  assert.match(state.base_url, /^http:\/\/127\.0\.0\.1:/);
  assert.deepEqual(
    state.users.map((one) => one.screen_name),
    ["bob"],
  );
  assert.equal(state.applications[0]?.consumer_key, "consumerkeyoftests");
  const guide = readFileSync("docs/guide/testing.md", "utf8");
  const [user, made] = [state.users[0] ?? {}, state.applications[0] ?? {}];
  for (const member of [state, user, made].flatMap((one) => Object.keys(one))) {
    assert.ok(guide.includes(`\`${member}\``), `the guide says what ${member} is`);
  }
  const response = await fetch(`${state.control_url}/requests`);
  assert.deepEqual(await response.json(), { requests: [] });
});

test("a server that is served has no controls", async () => {
  using directory = scratchDirectory();
  await using served = await serve(["serve"], { settings: { DATA_DIR: directory.path } });
  for (const path of ["/approve", "/clock", "/faults", "/requests", "/issue"]) {
    const response = await fetch(served.baseUrl + path, { method: "POST", body: "{}" });
    assert.equal(response.status, 404, path);
  }
});

test("2 — a port that is taken is named by the option that gave it", async () => {
  using directory = scratchDirectory();
  const setup = join(directory.path, "setup.json");
  writeFileSync(setup, "{}");
  const other = createServer().listen(0, "127.0.0.1");
  await once(other, "listening");
  const { port } = other.address() as AddressInfo;
  const taken = `127.0.0.1:${port} is in use by another process; choose a different`;
  for (const [args, says] of [
    [["test-server", "--port", `${port}`], `--port: ${taken}`],
    [["test-server", "--port", `${port}`, "--setup", setup], `--port: ${taken}`],
    [["test-server", "--internal-port", `${port}`], `--internal-port: ${taken}`],
    [["test-server", "--control-port", `${port}`], `--control-port: ${taken}`],
    [["demo", "--port", `${port}`], `--port: ${taken}`],
    [["serve", "--port", `${port}`], `--port: ${taken}`],
  ] as const) {
    const settings = { DATA_DIR: directory.path, INTERNAL_PORT: "off", LOG_FORMAT: "text" };
    // In a separate process, which ends together with its servers.
    const { status, stdout, stderr } = await run(args, { settings });
    assert.deepEqual([status, stdout], [2, ""], stderr);
    assert.ok(stderr.startsWith(`countersign: ${says}`), stderr);
  }
  await assert.rejects(startTestServer({ port }), {
    name: "UsageError",
    message: /^port: .* is in use/,
  });
  await assert.rejects(
    startTestServer({ internalPort: port }),
    /^UsageError: internalPort: .* is in use/,
  );
  other.close();
});

test("2 — a setup that cannot be read says what is wrong with it", async () => {
  using directory = scratchDirectory();
  const setup = join(directory.path, "setup.json");
  for (const [text, expected] of [
    ["{", /cannot be read as JSON/],
    ['{"users":[],"users":[]}', /cannot be read as JSON: it has the member "users" twice/],
    ["[]", /--setup .*: the setup must be an object\n/],
    [
      '{"user":[]}',
      /--setup .*: the setup: there is no member user \(did you mean users\?\); there are users, applications/,
    ],
    [
      '{"users":[{"screenName":"bob"}]}',
      /: users\[0\]: .* screenName \(did you mean screen_name\?\)/,
    ],
    ['{"users":[{"screen_name":"no spaces"}]}', /: users\[0\]: .*letters/],
    ['{"applications":[{"name":"A"},{"name":"A"}]}', /: applications\[1\]: .* already/],
    ['{"settings":{"HOST":"0.0.0.0"}}', /: settings: .*HOST cannot be set/],
    ['{"settings":{"RATE_LIMIT":"off"}}', /: settings: .*did you mean COUNTERSIGN_RATE_LIMITS\?/],
    ['{"settings":{"INTERNAL_PORT":"9"}}', /INTERNAL_PORT is an option/],
    ['{"settings":{"COUNTERSIGN_RATE_LIMITS":"off"}}', /without its prefix, RATE_LIMITS/],
  ] as const) {
    writeFileSync(setup, text);
    const { status, stdout, stderr } = await runHere(["test-server", "--setup", setup]);
    assert.deepEqual([status, stdout], [2, ""], text);
    assert.match(stderr, expected);
  }
  const missing = await runHere(["test-server", "--setup", join(directory.path, "none.json")]);
  assert.match(missing.stderr, /cannot be read as JSON: file not found/);
});
