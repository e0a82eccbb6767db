/** `app change`, and the tokens of an application on the command line. */
import assert from "node:assert/strict";
import { test } from "node:test";
import { json, makeAlice, makeApp, makeToken, scratchDirectory } from "./command.ts";
import { runHere } from "./run-here.ts";

// interface §16.52
test("app change — requiring SHA-256, only where the service accepts it", async () => {
  using directory = scratchDirectory();
  const options = { settings: { DATA_DIR: directory.path } };
  const settings = { ...options.settings, SIGNATURE_METHODS: "HMAC-SHA1,HMAC-SHA256" };
  await makeAlice(options);
  const keys = await makeApp(options);
  const named = ["--consumer-key", keys.consumer_key];
  const change = (args: readonly string[], more = options) =>
    runHere(["app", "change", ...named, ...args], more);
  const shown = async () =>
    (await json<Record<string, unknown>>(["app", "show", ...named], options))["require_sha256"];

  const early = await change(["--require-sha256", "--yes"]);
  assert.equal(early.status, 2);
  assert.match(
    early.stderr,
    /accepts only HMAC-SHA1; add HMAC-SHA256 to COUNTERSIGN_SIGNATURE_METHODS/,
  );
  const asked = await change(["--require-sha256"], { settings });
  assert.equal(asked.status, 1);
  assert.match(
    asked.stdout,
    /^require_sha256: off -> on\nRequests that are signed with HMAC-SHA1, or with a SHA-1 hash of their body, are rejected/,
  );
  assert.equal(await shown(), false);
  assert.equal((await change(["--require-sha256", "--yes"], { settings })).status, 0);
  assert.equal(await shown(), true);
  assert.equal((await change(["--name", "Rain"])).status, 0, "the rule stays");
  assert.equal(await shown(), true);
  assert.equal((await change(["--no-require-sha256"])).status, 0);
  assert.equal(await shown(), false);
});

// interface §16.52
test("app change — what changes is printed; what ends something in use needs --yes", async () => {
  using directory = scratchDirectory();
  const options = { settings: { DATA_DIR: directory.path } };
  await makeAlice(options);
  const keys = await makeApp(options, ["--callback", "https://weather.example/cb"]);
  await makeToken(options, keys);
  const named = ["--consumer-key", keys.consumer_key];
  const change = (...args: string[]) => runHere(["app", "change", ...named, ...args], options);
  const shown = () => json<Record<string, unknown>>(["app", "show", ...named], options);

  assert.equal((await change()).stdout, "nothing changes\n");
  const before = await shown();
  const dry = await change("--dry-run", "--website", "https://weather.example", "--no-callback");
  assert.equal(dry.status, 0);
  assert.match(
    dry.stdout,
    /^website: \(none\) -> https:\/\/weather\.example\ncallbacks: .* -> \(none\)\n/,
  );
  assert.deepEqual(await shown(), before);

  const texts = await change("--website", "https://weather.example", "--description", "Forecasts");
  assert.equal(texts.status, 0, texts.stderr);
  assert.match(texts.stdout, /changed\n$/);
  assert.deepEqual(
    [(await shown())["website"], (await shown())["description"]],
    ["https://weather.example", "Forecasts"],
  );

  const lower = ["--access", "read", "--callback", "https://new.example/cb"];
  const rejected = await change(...lower);
  assert.equal(rejected.status, 1);
  assert.match(rejected.stdout, /access: write -> read\n/);
  assert.match(rejected.stdout, /Their tokens become read-only/);
  assert.match(rejected.stdout, /Requests with https:\/\/weather\.example\/cb are rejected/);
  assert.match(rejected.stderr, /--yes/);
  assert.equal((await shown())["access"], "write");
  assert.equal((await change(...lower, "--yes")).status, 0);
  assert.deepEqual((await shown())["callbacks"], ["https://new.example/cb"]);
  const tokens = await json<{ data: { access: string }[] }>(["token", "list", ...named], options);
  assert.deepEqual(
    tokens.data.map(({ access }) => access),
    ["read"],
  );

  assert.equal((await change("--callback", "weather://")).status, 1, "a callback goes");
  assert.equal((await change("--callback", "weather://", "--yes")).status, 0);
  assert.deepEqual((await shown())["waiting_schemes"], [], "an administrator registered it");
  for (const wrong of [
    ["--callback", "https://weather.example/cb#x"],
    ["--name", " "],
    ["--website", "weather"],
    ["--access", "all"],
  ]) {
    assert.equal((await change(...wrong, "--yes")).status, 2, wrong.join(" "));
  }
  const unknown = await runHere(
    ["app", "change", "--consumer-key", "nothing", "--name", "x"],
    options,
  );
  assert.equal(unknown.status, 1);
});

// interface §16.51
test("token list and revoke — by user, by application, and both", async () => {
  using directory = scratchDirectory();
  const options = { settings: { DATA_DIR: directory.path } };
  await makeAlice(options);
  await json(
    ["user", "create", "--screen-name", "bob", "--password", "a long enough password"],
    options,
  );
  const [one, other] = [await makeApp(options), await makeApp(options)];
  const grant = (keys: typeof one, user: string) => makeToken(options, keys, user);
  const fill = async () => {
    for (const keys of [one, other]) for (const user of ["alice", "bob"]) await grant(keys, user);
  };
  interface Listed {
    data: { user: { screen_name: string }; application: { consumer_key: string } }[];
  }
  const list = async (...of: string[]) => {
    const { data } = await json<Listed>(["token", "list", ...of], options);
    return data
      .map(({ user, application: { consumer_key: key } }) => {
        return `${user.screen_name} ${key === one.consumer_key ? 1 : 2}`;
      })
      .sort();
  };
  const revoke = async (...of: string[]) =>
    (await runHere(["token", "revoke", "--yes", ...of], options)).stdout.trim();
  const of = (keys: typeof one) => ["--consumer-key", keys.consumer_key];
  await fill();
  assert.deepEqual(await list("--screen-name", "alice"), ["alice 1", "alice 2"]);
  assert.deepEqual(await list(...of(one)), ["alice 1", "bob 1"]);
  assert.deepEqual(await list("--screen-name", "bob", ...of(other)), ["bob 2"]);
  const lines = (await runHere(["token", "list", "--screen-name", "bob"], options)).stdout;
  assert.match(
    lines,
    /^\d+-\w{40} {2}write {2}\d{4}-\d\d-\d\d {2}never used {2}@bob {2}Weather Bot\n/,
  );

  assert.equal(await revoke("--screen-name", "bob", ...of(other)), "revoked: 1 grant");
  assert.deepEqual(await list("--screen-name", "bob"), ["bob 1"]);
  assert.equal(await revoke("--screen-name", "alice"), "revoked: 2 grants");
  assert.deepEqual(await list("--screen-name", "alice"), []);
  await fill();
  assert.equal(await revoke(...of(one)), "revoked: 2 grants");
  assert.deepEqual(await list(...of(one)), []);
  assert.deepEqual(await list(...of(other)), ["alice 2", "bob 2"]);
  assert.equal(await revoke("--screen-name", "alice", ...of(one)), "revoked: 0 grants");

  for (const wrong of [
    [],
    ["--token", "x", "--screen-name", "alice"],
    ["--bearer", "x", "--consumer-key", one.consumer_key],
  ]) {
    assert.equal(
      (await runHere(["token", "revoke", "--yes", ...wrong], options)).status,
      2,
      `${wrong}`,
    );
  }
  assert.equal((await runHere(["token", "list"], options)).status, 2);
  const none = await runHere(
    ["app", "revoke-bearer-token", "--yes", "--consumer-key", one.consumer_key],
    options,
  );
  assert.deepEqual([none.status, /has no bearer token/.test(none.stderr)], [1, true]);
});
