import assert from "node:assert/strict";
import { test } from "node:test";
import { json, makeAlice, makeApp, makeToken, run, scratchDirectory } from "./command.ts";
import { runHere } from "./run-here.ts";

test("find: names as an argument, credentials on standard input only", async () => {
  using directory = scratchDirectory();
  const options = { settings: { DATA_DIR: directory.path } };
  await makeAlice(options);
  const app = await makeApp(options);
  const named = await runHere(["find", "alice"], options);
  assert.equal(named.status, 0, named.stderr);
  assert.match(named.stdout, /^user {9}\d+ {2}@alice/);
  const nothing = await runHere(["find", "nobody-here"], options);
  assert.equal(nothing.status, 1);
  assert.match(nothing.stderr, /nothing was found/);
  const asArgument = await runHere(["find", app.consumer_secret], options);
  assert.equal(asArgument.status, 2);
  assert.match(asArgument.stderr, /standard input|list of processes/);
  assert.ok(!(asArgument.stderr + asArgument.stdout).includes(app.consumer_secret));
  const input = `${app.consumer_secret}\n`;
  const found = await run(["find"], { ...options, input });
  assert.equal(found.status, 0, found.stderr);
  assert.match(found.stdout, /^credential {3}consumer secret\nstate {8}active\n/);
  assert.match(found.stdout, new RegExp(`regenerate-secret --consumer-key ${app.consumer_key}`));
  assert.ok(!(found.stdout + found.stderr).includes(app.consumer_secret));
  const token = await makeToken(options, app);
  const { credentials } = await json<{ credentials: { kind: string }[] }>(["find", "-"], {
    ...options,
    input: token.token_secret,
  });
  assert.deepEqual(
    credentials.map(({ kind }) => kind),
    ["access-token-secret"],
  );
  assert.equal((await run(["find", "--json"], { ...options, input: "nobody" })).status, 1);
});
