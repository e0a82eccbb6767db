/** What the command line changes is seen by the very next request of a running server. */
import assert from "node:assert/strict";
import { test } from "node:test";
import { basicHeader, refusalOf } from "../support/flow.ts";
import { Person } from "../support/person.ts";
import { signedFetch } from "../support/signing.ts";
import {
  json,
  type Keys,
  makeAlice,
  makeApp,
  makeToken,
  type Pair,
  password,
  type RunOptions,
  run,
  scratchDirectory,
  serve,
} from "./command.ts";

interface Running extends AsyncDisposable {
  readonly baseUrl: string;
  readonly options: RunOptions;
  readonly keys: Keys;
  readonly pair: Pair;
}

async function running(): Promise<Running> {
  await using stack = new AsyncDisposableStack();
  const directory = stack.use(scratchDirectory());
  const options = { settings: { DATA_DIR: directory.path } };
  const { baseUrl } = stack.use(await serve(["serve"], options));
  await makeAlice(options);
  const keys = await makeApp(options, ["--callback", "https://weather.example/callback"]);
  const pair = await makeToken(options, keys);
  const kept = stack.move();
  return { baseUrl, options, keys, pair, [Symbol.asyncDispose]: () => kept.disposeAsync() };
}

function signed({ baseUrl, keys, pair }: Running, secret = keys.consumer_secret) {
  return signedFetch("GET", `${baseUrl}/1.1/account/verify_credentials.json`, {
    consumerKey: keys.consumer_key,
    consumerSecret: secret,
    token: pair.oauth_token,
    tokenSecret: pair.oauth_token_secret,
  });
}

function bearer({ baseUrl }: Running, token: string) {
  const headers = { authorization: `Bearer ${token}` };
  return fetch(`${baseUrl}/1.1/application/rate_limit_status.json`, { headers });
}

function tokenRequest({ baseUrl, keys }: Running, secret = keys.consumer_secret) {
  const authorization = basicHeader({
    id: "0" as never,
    consumerKey: keys.consumer_key,
    consumerSecret: secret,
  });
  const body = new URLSearchParams({ grant_type: "client_credentials" });
  return fetch(`${baseUrl}/oauth2/token`, { method: "POST", headers: { authorization }, body });
}

async function bearerOf(service: Running): Promise<string> {
  const response = await tokenRequest(service);
  return ((await response.json()) as { access_token: string }).access_token;
}

async function command(service: Running, line: string): Promise<void> {
  const { status, stderr } = await run(line.split(" "), service.options);
  assert.equal(status, 0, stderr);
}

test("403 · 64 — a suspended user, until restored", async () => {
  await using service = await running();
  assert.equal((await signed(service)).status, 200);
  await command(service, "user suspend --screen-name alice");
  assert.equal(await refusalOf(await signed(service)), "403 · 64");
  await command(service, "user restore --screen-name alice");
  assert.equal((await signed(service)).status, 200);
});

test("401 · 416 — a suspended application, until restored", async () => {
  await using service = await running();
  const token = await bearerOf(service);
  await command(service, `app suspend --consumer-key ${service.keys.consumer_key}`);
  assert.equal(await refusalOf(await signed(service)), "401 · 416");
  assert.equal(await refusalOf(await tokenRequest(service)), "401 · 416");
  assert.equal(await refusalOf(await bearer(service, token)), "401 · 416");
  await command(service, `app restore --consumer-key ${service.keys.consumer_key}`);
  assert.equal((await signed(service)).status, 200);
  assert.equal((await bearer(service, token)).status, 200);
});

test("401 · 89 — a revoked access token and a revoked bearer token", async () => {
  await using service = await running();
  const token = await bearerOf(service);
  assert.equal((await bearer(service, token)).status, 200);
  await command(service, `token revoke --token ${service.pair.oauth_token}`);
  assert.equal(await refusalOf(await signed(service)), "401 · 89");
  await command(service, `token revoke --bearer ${token}`);
  assert.equal(await refusalOf(await bearer(service, token)), "401 · 89");
  assert.notEqual(await bearerOf(service), token);
});

test("401 · 32 — the old consumer secret, regenerated without an overlap", async () => {
  await using service = await running();
  const regenerate = ["app", "regenerate-secret", "--consumer-key", service.keys.consumer_key];
  const renewed = await json<Keys>(regenerate, service.options);
  assert.equal(await refusalOf(await signed(service)), "401 · 32");
  assert.equal(await refusalOf(await tokenRequest(service)), "401 · 32");
  assert.equal((await signed(service, renewed.consumer_secret)).status, 200);
  assert.equal((await tokenRequest(service, renewed.consumer_secret)).status, 200);
});

// interface §11.16
test("200 — both consumer secrets during an overlap, for signatures and Basic", async () => {
  await using service = await running();
  const key = service.keys.consumer_key;
  const regenerate = ["app", "regenerate-secret", "--consumer-key", key, "--overlap"];
  const renewed = await json<Keys>([...regenerate, "1h"], service.options);
  for (const secret of [service.keys.consumer_secret, renewed.consumer_secret]) {
    assert.equal((await signed(service, secret)).status, 200);
    assert.equal((await tokenRequest(service, secret)).status, 200);
  }
  await json<Keys>([...regenerate, "0"], service.options);
  for (const secret of [service.keys.consumer_secret, renewed.consumer_secret]) {
    assert.equal(await refusalOf(await signed(service, secret)), "401 · 32");
  }
});

test("an application moves to another owner, and to nobody who is not there", async () => {
  await using service = await running();
  const { options, keys } = service;
  const bob = ["user", "create", "--screen-name", "bob", "--password", password];
  assert.equal((await run(bob, options)).status, 0);
  const move = (owner: string) =>
    run(["app", "move", "--consumer-key", keys.consumer_key, "--owner", owner], options);
  const owner = async () => {
    const show = ["app", "show", "--consumer-key", keys.consumer_key];
    return (await json<{ owner: string }>(show, options)).owner;
  };
  assert.equal((await move("nobody_at_all")).status, 1);
  assert.equal((await move("alice")).status, 1);
  assert.equal(await owner(), "alice");
  assert.equal((await move("bob")).status, 0);
  assert.equal(await owner(), "bob");
  assert.equal((await signed(service)).status, 200);
});

test("401 · 89 — every token of a deleted application", async () => {
  await using service = await running();
  const token = await bearerOf(service);
  await command(service, `app delete --consumer-key ${service.keys.consumer_key}`);
  assert.equal(await refusalOf(await signed(service)), "401 · 89");
  assert.equal(await refusalOf(await bearer(service, token)), "401 · 89");
  assert.equal(await refusalOf(await tokenRequest(service)), "401 · 32");
});

test("a changed password ends every session", async () => {
  await using service = await running();
  const { baseUrl, keys } = service;
  const response = await signedFetch(
    "POST",
    `${baseUrl}/oauth/request_token`,
    { consumerKey: keys.consumer_key, consumerSecret: keys.consumer_secret },
    { oauth: { oauth_callback: "https://weather.example/callback" } },
  );
  const requestToken = new URLSearchParams(await response.text()).get("oauth_token");
  const page = `/oauth/authorize?oauth_token=${requestToken}`;
  const person = new Person(baseUrl);
  const alice = { id: "0" as never, screenName: "alice", password };
  assert.match((await person.open(page, alice)).html, /name="decision"/);
  const fresh = "another long password";
  const change = ["user", "set-password", "--screen-name", "alice", "--password", fresh];
  assert.equal((await run(change, service.options)).status, 0);
  const afterwards = await person.get(page);
  assert.match(afterwards.html, /name="password"/);
  const credentials = { username: "alice", password };
  assert.equal((await person.submit(afterwards, credentials)).status, 422);
  const again = await person.open(page, { ...alice, password: fresh });
  assert.match(again.html, /name="decision"/);
});

test("keys rotate while a server runs: everything goes on working, re-encrypted under the new key", async () => {
  await using service = await running();
  const token = await bearerOf(service);
  const calls = Array.from({ length: 40 }, async (_, at) => {
    await new Promise((resolve) => setTimeout(resolve, at * 25));
    return (await signed(service)).status;
  });
  const first = await json<{ key_id: string }>(["keys", "rotate"], service.options);
  const second = await json<{ key_id: string }>(["keys", "rotate"], service.options);
  assert.notEqual(first.key_id, second.key_id);
  assert.deepEqual(new Set(await Promise.all(calls)), new Set([200]));
  assert.equal(await bearerOf(service), token);
  const other = await makeApp(service.options);
  const otherPair = await makeToken(service.options, other);
  assert.equal((await signed({ ...service, keys: other, pair: otherPair })).status, 200);
});
