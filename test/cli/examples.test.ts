import assert from "node:assert/strict";
import { spawn } from "node:child_process";
import { readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { test } from "node:test";
import { bearerFor } from "../support/flow.ts";
import { freePort } from "../support/free-port.ts";
import { Person, pinOn } from "../support/person.ts";
import {
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

test("examples/three-legged.mjs walks the flow from request token to revocation", async () => {
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
  const address = new Promise<string>((resolve) => {
    child.stdout.on("data", (data) => {
      output += data;
      const [, found] = /(\/oauth\/authorize\S+)[\s\S]*PIN/.exec(output) ?? [];
      if (found !== undefined) resolve(found);
    });
  });
  const ended = new Promise((resolve) => child.once("close", resolve));
  const alice = { id: "0" as never, screenName: "alice", password };
  const page = await new Person(served.baseUrl).decide(await address, alice, "allow");
  child.stdin.end(`${pinOn(page.html)}\n`);
  assert.equal(await ended, 0);
  assert.match(output, /this is alice\.\nThe access token is revoked\.\n$/);
});

test("examples/signed-call.mjs without a service says so in one line", async () => {
  using directory = scratchDirectory();
  const file = join(directory.path, "keys.json");
  writeFileSync(file, JSON.stringify({ consumer_secret: "", oauth_token_secret: "" }));
  const address = `http://127.0.0.1:${await freePort()}/`;
  const answer = await run(["examples/signed-call.mjs", file, file, address], {
    command: process.execPath,
  });
  assert.equal(answer.status, 1);
  assert.match(answer.stderr, /^nobody answers at \S+; start the service, or name its ADDRESS\n$/);
});

test("the README's question to the private address is answered: valid, and the application that calls", async () => {
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
  const readme = readFileSync(join(repository, "README.md"), "utf8");
  const [command = ""] = /^curl http:[^\n]*\/verify [^`]*/m.exec(readme) ?? [];
  const asked = command
    .replace("http://127.0.0.1:8081", `http://127.0.0.1:${internalPort}`)
    .replace("http://127.0.0.1:8080", served.baseUrl)
    .replace("TOKEN", bearer);
  const { status, stdout } = await run(["-c", asked], { command: "sh" });
  assert.equal(status, 0);
  const verdict = JSON.parse(stdout);
  assert.deepEqual([verdict.valid, verdict.caller.consumer_key], [true, app.consumer_key]);
});
