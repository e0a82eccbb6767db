import assert from "node:assert/strict";
import { spawn } from "node:child_process";
import { symlinkSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { test } from "node:test";
import { makeApiKey } from "../admin-api/support.ts";
import { bearerFor } from "../support/flow.ts";
import { freePort } from "../support/free-port.ts";
import { guideBlock } from "../support/guide-block.ts";
import { until } from "../support/until.ts";
import { pinOn, Visitor } from "../support/visitor.ts";
import {
  executable,
  makeAlice,
  makeApp,
  makeToken,
  password,
  repository,
  run,
  scratchDirectory,
  serve,
} from "./command.ts";
import { serveHere } from "./run-here.ts";

test("examples/signed-call.mjs makes a signed call", async () => {
  using directory = scratchDirectory();
  const options = { settings: { DATA_DIR: directory.path } };
  await using served = await serveHere(options);
  await makeAlice(options);
  const app = await makeApp(options);
  const files = [join(directory.path, "app.json"), join(directory.path, "token.json")] as const;
  writeFileSync(files[0], JSON.stringify(app));
  writeFileSync(files[1], JSON.stringify(await makeToken(options, app)));
  const address = `${served.baseUrl}/1.1/account/verify_credentials.json?include_email=true&a=b c`;
  const { status, stdout } = await run(["examples/signed-call.mjs", ...files, address], {
    command: process.execPath,
  });
  assert.equal(status, 0);
  assert.match(stdout, /^200 [\s\S]*screen_name: 'alice'/);
});

test("examples/terraform.mjs: an object of strings for Terraform's data source, without secrets; an error is one line and a status", async () => {
  using directory = scratchDirectory();
  const options = { settings: { DATA_DIR: join(directory.path, "data") } };
  await makeAlice(options);
  const { consumer_key: key, consumer_secret: secret } = await makeApp(options);
  await makeApp(options);
  await using served = await serveHere({ settings: { ...options.settings, INTERNAL_PORT: "0" } });
  const viewer = await makeApiKey(served.dependencies.ledger, "viewer");
  // It runs the command by its name.
  symlinkSync(executable, join(directory.path, "countersign"));
  const path = `${directory.path}:${process.env["PATH"]}`;
  const environment = { PATH: path, COUNTERSIGN_API_KEY: viewer.secret };
  const read = (query: string, ...args: string[]) =>
    run(["examples/terraform.mjs", ...args], {
      ...{ ...options, environment, input: query, command: process.execPath },
    });
  const url = ["--url", served.internalUrl ?? ""];
  for (const args of [[], url]) {
    const { status, stdout, stderr } = await read(JSON.stringify({ consumer_key: key }), ...args);
    assert.equal(status, 0, stderr);
    const result: Record<string, unknown> = JSON.parse(stdout);
    assert.ok(Object.values(result).every((value) => typeof value === "string"));
    const { consumer_key, owner, name, sign_in, suspended, callbacks } = result;
    assert.deepEqual(
      { consumer_key, owner, name, sign_in, suspended },
      { consumer_key: key, owner: "alice", name: "Weather Bot", sign_in: "false", suspended: "" },
    );
    assert.ok(Array.isArray(JSON.parse(String(callbacks))));
    assert.ok(!stdout.includes(secret) && !("secrets" in result));
  }
  for (const [query, problem, ...args] of [
    ['{"consumer_key":"none"}', /^there is no application none\n$/],
    ['{"owner":"alice","name":"Weather Bot"}', /^there are several .*; give consumer_key\n$/],
    ["{}", /^query: needs consumer_key, or owner and name\n$/],
    ['{"consumer_key":"a","id":"1"}', /^query: unknown member id\n$/],
    ["[", /^.*JSON.*\n$/],
    ['{"consumer_key":"none"}', /^countersign: .*\n$/, "--url", "http://127.0.0.1:1"],
  ] as const) {
    const { status, stdout, stderr } = await read(query, ...args);
    assert.deepEqual([status, stdout], [1, ""], query);
    assert.match(stderr, problem);
    assert.ok(!stderr.includes(viewer.secret));
  }
});

test("examples/three-legged.mjs walks the flow from request token to revocation; a wrong PIN is asked for again, five times for one request token", async () => {
  using directory = scratchDirectory();
  const options = { settings: { DATA_DIR: directory.path } };
  await using served = await serveHere(options);
  await makeAlice(options);
  const file = join(directory.path, "app.json");
  writeFileSync(file, JSON.stringify(await makeApp(options)));
  const child = spawn(process.execPath, ["examples/three-legged.mjs", file, served.baseUrl], {
    cwd: repository,
  });
  let output = "";
  for (const stream of [child.stdout, child.stderr]) {
    stream.on("data", (data) => {
      output += data;
    });
  }
  const ended = new Promise((resolve) => child.once("close", resolve));
  const occurrences = (text: string) => output.split(text).length - 1;
  const verificationRequest = "The PIN that the page shows: ";
  const authorize = () => /.*(\/oauth\/authorize\S+)/s.exec(output)?.[1] ?? "";
  const alice = { id: "0" as never, screenName: "alice", password };
  const approve = async () =>
    pinOn((await new Visitor(served.baseUrl).decide(authorize(), alice, "allow")).html);
  const otherThan = (pin: string) => (pin === "0000000" ? "1111111" : "0000000");

  await until(() => occurrences(verificationRequest) === 1);
  const [first, firstPin] = [authorize(), await approve()];
  for (const left of [4, 3, 2, 1]) {
    child.stdin.write(`\n${otherThan(firstPin)}\n`);
    await until(() => output.endsWith(`Tries left: ${left}.\n${verificationRequest}`));
  }
  child.stdin.write(`${otherThan(firstPin)}\n`);
  await until(() => occurrences(verificationRequest) === 6);
  assert.match(output, /The PIN no longer works, so this starts again\.\n\nOpen this URL/);
  assert.notEqual(authorize(), first);
  const pin = await approve();
  // Both at once, as from a pipe.
  child.stdin.end(`${otherThan(pin)}\n${pin.slice(0, 3)} ${pin.slice(3)}\n`);
  assert.equal(await ended, 0, output);
  assert.match(output, /this is alice\.\nThe access token is revoked\.\n$/);
});

test("examples/three-legged.mjs says what went wrong in one line", async () => {
  using directory = scratchDirectory();
  const options = { settings: { DATA_DIR: directory.path } };
  await using served = await serveHere(options);
  await makeAlice(options);
  const app = await makeApp(options);
  const fileWith = (name: string, content: string) => {
    const file = join(directory.path, name);
    writeFileSync(file, content);
    return file;
  };
  const right = fileWith("app.json", JSON.stringify(app));
  const wrong = fileWith("wrong.json", JSON.stringify({ ...app, consumer_secret: "wrong" }));
  const nowhere = `http://127.0.0.1:${await freePort()}`;
  for (const [args, status, says] of [
    [
      [right, nowhere],
      1,
      /^no response from \S+; start the service, or name its BASE_URL \(.+\)\n$/,
    ],
    [[wrong, served.baseUrl], 1, /^\S+ returned 401: Could not authenticate you.*\n$/],
    [[right, served.baseUrl], 1, /^no PIN was typed\n$/],
    [[fileWith("no.json", "{"), served.baseUrl], 2, /^\S+no\.json is not what .+\n$/],
  ] as const) {
    const response = await run(["examples/three-legged.mjs", ...args], {
      command: process.execPath,
    });
    assert.equal(response.status, status);
    assert.match(response.stderr, says);
  }
});

test("examples/signed-call.mjs without a service says so in one line", async () => {
  using directory = scratchDirectory();
  const file = join(directory.path, "keys.json");
  writeFileSync(file, JSON.stringify({ consumer_key: "", consumer_secret: "" }));
  const address = `http://127.0.0.1:${await freePort()}/`;
  const response = await run(["examples/signed-call.mjs", file, file, address], {
    command: process.execPath,
  });
  assert.equal(response.status, 1);
  const unread = await run(["examples/signed-call.mjs", file, "none.json"], {
    command: process.execPath,
  });
  assert.equal(unread.status, 2);
  assert.match(unread.stderr, /^none\.json is not what `countersign token create --json` .+\n$/);
  assert.match(
    response.stderr,
    /^no server responds at \S+; start the service, or name its URL\n$/,
  );
});

test("docs/guide/first-request.md: the call to the internal address returns valid, and the application that calls", async () => {
  using directory = scratchDirectory();
  const internalPort = await freePort();
  const options = { settings: { DATA_DIR: directory.path, INTERNAL_PORT: String(internalPort) } };
  await using served = await serve(["serve"], options);
  await makeAlice(options);
  const app = await makeApp(options);
  const bearer = await bearerFor(served.baseUrl, {
    id: "0" as never,
    consumerKey: app.consumer_key,
    consumerSecret: app.consumer_secret,
  });
  const asked = guideBlock("first-request", "verify")
    .replace("http://127.0.0.1:8081", `http://127.0.0.1:${internalPort}`)
    .replace("http://127.0.0.1:8080", served.baseUrl)
    .replace("TOKEN", bearer);
  const { status, stdout } = await run(["-c", asked], { command: "sh" });
  assert.equal(status, 0);
  const decision = JSON.parse(stdout);
  assert.deepEqual([decision.valid, decision.caller.consumer_key], [true, app.consumer_key]);
});
