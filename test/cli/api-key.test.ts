/** Keys made on the command line open the admin API of a server that is running at the same time. */
import assert from "node:assert/strict";
import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { test } from "node:test";
import { freePort } from "../support/free-port.ts";
import { json, makeAlice, scratchDirectory, serve } from "./command.ts";
import { runHere } from "./run-here.ts";

interface Created {
  readonly key: string;
  readonly prefix: string;
  readonly expires_at: string | null;
}

test("api-key create, list and revoke work at once, and print the key once", async () => {
  using directory = scratchDirectory();
  const [port, internalPort] = [String(await freePort()), String(await freePort())];
  const settings = { DATA_DIR: directory.path, PORT: port, INTERNAL_PORT: internalPort };
  const options = { settings };
  await using served = await serve(["serve"], options);
  await makeAlice(options);
  const wanted = ["api-key", "create", "--name", "deploy", "--role", "viewer"];
  const made = await json<Created>([...wanted, "--expires", "90d"], options);
  assert.match(made.key, /^cs_live_/);
  assert.ok(made.key.startsWith(made.prefix));
  const days = (Date.parse(made.expires_at ?? "") - Date.now()) / 86_400_000;
  assert.ok(days > 89 && days <= 90);
  const statusNow = async () => {
    const headers = { authorization: `Bearer ${made.key}` };
    const at = `http://127.0.0.1:${internalPort}/admin/v1/applications`;
    return (await fetch(at, { headers })).status;
  };
  assert.equal(await statusNow(), 200);

  const taken = await runHere(wanted, options);
  assert.equal(taken.status, 1);
  assert.match(taken.stderr, /Revoke it, or choose another name/);
  const list = await runHere(["api-key", "list"], options);
  assert.match(list.stdout, /viewer {2}deploy {2}expires 2/);
  assert.ok(!list.stdout.includes(made.key));

  const revoked = await runHere(["api-key", "revoke", "--name", "deploy", "--yes"], options);
  assert.equal(revoked.stdout, "the key deploy is revoked\n");
  assert.equal(await statusNow(), 401);
  assert.equal(
    (await runHere(["api-key", "revoke", "--name", "deploy", "--yes"], options)).status,
    1,
  );
  assert.match((await runHere(["api-key", "list"], options)).stdout, /no API keys yet/);
  const onDisk = readdirSync(directory.path, { withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map(({ name }) => readFileSync(join(directory.path, name), "latin1"))
    .join();
  assert.ok(!onDisk.includes(made.key), "a digest alone is kept");
  assert.ok(!served.output.stderr.includes(made.key));
});

test("api-key rotate prints a new key; the previous one works until its overlap ends", async () => {
  using directory = scratchDirectory();
  const internalPort = String(await freePort());
  const settings = { DATA_DIR: directory.path, PORT: "0", INTERNAL_PORT: internalPort };
  const options = { settings };
  await using served = await serve(["serve"], options);
  const create = ["api-key", "create", "--name", "deploy", "--role", "viewer", "--expires", "2d"];
  const first = await json<Created>(create, options);
  const rotate = ["api-key", "rotate", "--name", "deploy"];
  const rotated = await json<Created & { previous_until: string | null }>(
    [...rotate, "--overlap", "7d", "--expires", "90d"],
    options,
  );
  assert.equal(rotated.previous_until, first.expires_at);
  assert.ok(Date.parse(rotated.expires_at ?? "") > Date.parse(first.expires_at ?? ""));
  const statuses = () =>
    Promise.all(
      [first.key, rotated.key].map(async (key) => {
        const headers = { authorization: `Bearer ${key}` };
        const at = `http://127.0.0.1:${internalPort}/admin/v1/applications`;
        return (await fetch(at, { headers })).status;
      }),
    );
  assert.deepEqual(await statuses(), [200, 200]);
  const again = await runHere(rotate, options);
  assert.equal(again.status, 1);
  assert.ok(again.stderr.includes(`works until ${first.expires_at}`));
  const list = await runHere(["api-key", "list"], options);
  assert.ok(list.stdout.includes(`previous key works until ${first.expires_at}`));
  assert.ok(!list.stdout.includes(rotated.key));
  assert.match(list.stdout, / {2}used 2\S+Z from 127\.0\.0\.1 {2}by command-line/);
  assert.match((await runHere([...rotate, "--expires", "0d"], options)).stderr, /--expires takes/);
  const unknown = await runHere(["api-key", "rotate", "--name", "other"], options);
  assert.match(unknown.stderr, /there is no key other/);
  const revoked = await runHere(["api-key", "revoke", "--name", "deploy"], options);
  assert.match(revoked.stderr, /programs that have it or the previous one are rejected/);
  assert.equal(
    (await runHere(["api-key", "revoke", "--name", "deploy", "--yes"], options)).status,
    0,
  );
  assert.deepEqual(await statuses(), [401, 401]);
  assert.ok(!served.output.stderr.includes(rotated.key));
});

test("api-key create rejects names and times that it cannot use, and warns without TLS", async () => {
  using directory = scratchDirectory();
  const options = { settings: { DATA_DIR: directory.path, PORT: "0", INTERNAL_PORT: "off" } };
  await makeAlice(options);
  const create = (...args: string[]) =>
    runHere(["api-key", "create", "--role", "manager", "--name", ...args], options);
  for (const name of ["", "a b", "-a", "x".repeat(65)]) {
    assert.equal((await create(name)).status, 2, name);
  }
  for (const expires of ["0d", "9999d", "2020-01-01", "soon", "2026-13-01"]) {
    const { status, stderr } = await create("deploy", "--expires", expires);
    assert.equal(status, 2, expires);
    assert.match(stderr, /--expires takes/);
  }
  assert.doesNotMatch((await create("deploy")).stderr, /without TLS/);
  const open = {
    ...options.settings,
    INTERNAL_HOST: "10.0.0.1",
    INTERNAL_SECRET: "c3b1Qm5nJx0vT2yP8rZk",
  };
  const warned = await runHere(["api-key", "create", "--role", "viewer", "--name", "watch"], {
    settings: open,
  });
  assert.match(warned.stderr, /without TLS/);
});

test("serve warns if it listens beyond loopback and there is a key that works", async () => {
  using directory = scratchDirectory();
  const settings = {
    ...{ DATA_DIR: directory.path, PORT: "0", INTERNAL_PORT: String(await freePort()) },
    ...{ INTERNAL_HOST: "0.0.0.0", INTERNAL_SECRET: "c3b1Qm5nJx0vT2yP8rZk" },
  };
  const warning = "keys of the admin API travel without TLS";
  const startedOutput = async (more: Readonly<Record<string, string>> = {}) => {
    await using served = await serve(["serve"], { settings: { ...settings, ...more } });
    return served.output.stdout + served.output.stderr;
  };
  assert.ok(!(await startedOutput()).includes(warning), "there is no key");
  const create = ["api-key", "create", "--name", "deploy", "--role", "viewer"];
  assert.equal((await runHere(create, { settings })).status, 0);
  assert.ok((await startedOutput()).includes(warning));
  assert.ok(!(await startedOutput({ INTERNAL_HOST: "127.0.0.1" })).includes(warning));
});
