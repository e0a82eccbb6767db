/** What a person granted, and the end of an account, from the command line. */
import assert from "node:assert/strict";
import { test } from "node:test";
import { json, makeAlice, makeApp, makeToken, scratchDirectory } from "./command.ts";
import { runHere } from "./run-here.ts";

// interface §16.27
test("user grants, revoke-access and delete — what is said and what holds afterwards", async () => {
  using directory = scratchDirectory();
  const options = { settings: { DATA_DIR: directory.path } };
  await makeAlice(options);
  const keys = await makeApp(options);
  await makeToken(options, keys);
  const named = ["--screen-name", "alice"];
  const grants = () =>
    json<{ grants: { consumer_key: string; access: string }[] }>(
      ["user", "grants", ...named],
      options,
    );
  const [grant] = (await grants()).grants;
  assert.deepEqual([grant?.consumer_key, grant?.access], [keys.consumer_key, "write"]);
  const listed = (await runHere(["user", "grants", ...named], options)).stdout;
  assert.match(listed, /write {2}\d{4}-\d\d-\d\d {2}Weather Bot\n$/);
  const revoke = ["user", "revoke-access", ...named, "--consumer-key", keys.consumer_key];
  assert.match(
    (await runHere(revoke, options)).stdout,
    /^Weather Bot has no access to the account alice/,
  );
  assert.deepEqual((await grants()).grants, []);
  const again = await runHere(revoke, options);
  assert.equal(again.status, 1);
  assert.match(again.stderr, /has no access to the account alice/);
  const owning = await runHere(["user", "delete", ...named], options);
  assert.equal(owning.status, 1);
  assert.match(owning.stderr, /alice owns applications/);
  await runHere(["app", "delete", "--consumer-key", keys.consumer_key], options);
  assert.equal(
    (await runHere(["user", "delete", ...named], options)).stdout,
    "the account alice is deleted\n",
  );
  assert.equal((await runHere(["user", "delete", ...named], options)).status, 1);
});
