/** A running server sees the command line's changes with its next request. */
import assert from "node:assert/strict";
import { after, before, test } from "node:test";
import {
  approvalOf,
  basicHeader,
  bearerFor,
  exchange,
  type Pair,
  requestErrorOf,
  requestTokenFor,
} from "../support/flow.ts";
import {
  makeAccessToken,
  makeApplication,
  makeUser,
  startTestService,
  type TestApplication,
  type TestService,
  type TestUser,
} from "../support/service.ts";
import { signedFetch } from "../support/signing.ts";
import { skippedOnPostgres, withSharedEngine } from "../support/test-engine.ts";
import { signedIn, Visitor } from "../support/visitor.ts";
import { json, type Keys, type RunOptions, scratchDirectory } from "./command.ts";
import { runHere } from "./run-here.ts";

const directory = scratchDirectory();
const options: RunOptions = { settings: { DATA_DIR: directory.path } };
let service: TestService;
before(async () => {
  service = await startTestService(await withSharedEngine({ DATA_DIR: directory.path }));
});
after(async () => {
  await service[Symbol.asyncDispose]();
  directory[Symbol.dispose]();
});

/** A user, their application, and its access token for them. Every test has its own. */
interface Place {
  readonly alice: TestUser;
  readonly application: TestApplication;
  readonly pair: Pair;
}
let places = 0;

async function place(): Promise<Place> {
  const { ledger } = service.dependencies;
  places += 1;
  const alice = await makeUser(ledger, `alice_${places}`);
  const application = await makeApplication(ledger, alice);
  return { alice, application, pair: await makeAccessToken(ledger, application, alice) };
}

function signed({ application, pair }: Place, secret = application.consumerSecret) {
  return signedFetch("GET", `${service.baseUrl}/1.1/account/verify_credentials.json`, {
    ...application,
    consumerSecret: secret,
    token: pair.token,
    tokenSecret: pair.secret,
  });
}

function bearer(token: string) {
  const headers = { authorization: `Bearer ${token}` };
  return fetch(`${service.baseUrl}/1.1/application/rate_limit_status.json`, { headers });
}

function tokenRequest({ application }: Place, consumerSecret = application.consumerSecret) {
  const authorization = basicHeader({ ...application, consumerSecret });
  const body = new URLSearchParams({ grant_type: "client_credentials" });
  return fetch(`${service.baseUrl}/oauth2/token`, {
    method: "POST",
    headers: { authorization },
    body,
  });
}

async function command(line: string): Promise<string> {
  const { status, stdout, stderr } = await runHere(line.split(" "), options);
  assert.equal(status, 0, stderr);
  return stdout;
}

test("403 (code 64) — a suspended user, until restored", async () => {
  const of = await place();
  assert.equal((await signed(of)).status, 200);
  await command(`user suspend --screen-name ${of.alice.screenName}`);
  assert.equal(await requestErrorOf(await signed(of)), "403 (code 64)");
  const restore = () => runHere(["user", "restore", "--screen-name", of.alice.screenName], options);
  assert.match((await restore()).stdout, / is restored\n$/);
  assert.equal((await signed(of)).status, 200);
  const again = await restore();
  assert.deepEqual([again.status, / is not suspended/.test(again.stderr)], [1, true]);
});

test("401 (code 416) — a suspended application, until restored", async () => {
  const of = await place();
  const { consumerKey } = of.application;
  const token = await bearerFor(service.baseUrl, of.application);
  await command(`app suspend --consumer-key ${consumerKey}`);
  assert.equal(await requestErrorOf(await signed(of)), "401 (code 416)");
  assert.equal(await requestErrorOf(await tokenRequest(of)), "401 (code 416)");
  assert.equal(await requestErrorOf(await bearer(token)), "401 (code 416)");
  const restore = () => runHere(["app", "restore", "--consumer-key", consumerKey], options);
  assert.match((await restore()).stdout, / is restored\n$/);
  assert.equal((await signed(of)).status, 200);
  const again = await restore();
  assert.deepEqual([again.status, / is not suspended/.test(again.stderr)], [1, true]);
  assert.equal((await bearer(token)).status, 200);
});

test("401 (code 89) — a revoked access token and a revoked bearer token", async () => {
  const of = await place();
  const token = await bearerFor(service.baseUrl, of.application);
  assert.equal((await bearer(token)).status, 200);
  await command(`token revoke --yes --token ${of.pair.token}`);
  assert.equal(await requestErrorOf(await signed(of)), "401 (code 89)");
  await command(`token revoke --yes --bearer ${token}`);
  assert.equal(await requestErrorOf(await bearer(token)), "401 (code 89)");
  assert.notEqual(await bearerFor(service.baseUrl, of.application), token);
});

test("401 (code 89) — a bearer token that the command line created, listed, and revoked", async () => {
  const of = await place();
  const key = ["--consumer-key", of.application.consumerKey];
  const list = async () =>
    (await json<{ data: object[] }>(["app", "bearer-tokens", ...key], options)).data;
  assert.deepEqual(await list(), []);
  const create = ["app", "create-bearer-token", ...key];
  const { bearer_token: token } = await json<{ bearer_token: string }>(create, options);
  assert.equal((await bearer(token)).status, 200);
  const [{ since, until } = assert.fail(), ...more] = (await list()) as {
    [name: string]: unknown;
  }[];
  assert.deepEqual([until, more], [null, []]);
  const { stdout } = await runHere(["app", "bearer-tokens", ...key], options);
  assert.equal(stdout, `bearer token since ${String(since).slice(0, 10)}\n`);
  const second = await runHere(create, options);
  assert.deepEqual([second.status, second.stdout], [1, ""]);
  assert.match(second.stderr, /already has a bearer token/);
  await command(`app revoke-bearer-token --yes ${key.join(" ")}`);
  assert.equal(await requestErrorOf(await bearer(token)), "401 (code 89)");
  assert.deepEqual(await list(), []);
});

test("401 (code 32) — the previous consumer secret, regenerated without an overlap", async () => {
  const of = await place();
  const regenerate = [
    "app",
    "regenerate-secret",
    "--yes",
    "--consumer-key",
    of.application.consumerKey,
  ];
  const renewed = await json<Keys>(regenerate, options);
  assert.equal(await requestErrorOf(await signed(of)), "401 (code 32)");
  assert.equal(await requestErrorOf(await tokenRequest(of)), "401 (code 32)");
  assert.equal((await signed(of, renewed.consumer_secret)).status, 200);
  assert.equal((await tokenRequest(of, renewed.consumer_secret)).status, 200);
});

// interface §11.16
test("200 — both consumer secrets during an overlap, for signatures and Basic", async () => {
  const of = await place();
  const { consumerKey, consumerSecret } = of.application;
  const regenerate = [
    "app",
    "regenerate-secret",
    "--yes",
    "--consumer-key",
    consumerKey,
    "--overlap",
  ];
  const renewed = await json<Keys>([...regenerate, "1h"], options);
  for (const secret of [consumerSecret, renewed.consumer_secret]) {
    assert.equal((await signed(of, secret)).status, 200);
    assert.equal((await tokenRequest(of, secret)).status, 200);
  }
  const revoke = ["app", "revoke-previous-secret", "--consumer-key", consumerKey];
  assert.match(await command(revoke.join(" ")), /the previous secret of .* no longer works\n$/);
  assert.equal(await requestErrorOf(await signed(of)), "401 (code 32)");
  const none = await runHere(revoke, options);
  assert.deepEqual([none.status, /no previous secret/.test(none.stderr)], [1, true]);
  await json<Keys>([...regenerate, "0"], options);
  for (const secret of [consumerSecret, renewed.consumer_secret]) {
    assert.equal(await requestErrorOf(await signed(of, secret)), "401 (code 32)");
  }
});

test("an application moves to another owner, and to no one who is not there", async () => {
  const of = await place();
  const { consumerKey } = of.application;
  const bob = await makeUser(service.dependencies.ledger, "bob");
  const move = (owner: string) =>
    runHere(["app", "transfer", "--consumer-key", consumerKey, "--screen-name", owner], options);
  const owner = async () => {
    const show = ["app", "show", "--consumer-key", consumerKey];
    return (await json<{ owner: { screen_name: string } }>(show, options)).owner.screen_name;
  };
  assert.equal((await move("nobody_at_all")).status, 1);
  assert.equal((await move(of.alice.screenName)).status, 0);
  assert.equal(await owner(), of.alice.screenName);
  assert.equal((await move(bob.screenName)).status, 0);
  assert.equal(await owner(), bob.screenName);
  assert.equal((await signed(of)).status, 200);
});

test("401 (code 89) — every token of a deleted application", async () => {
  const of = await place();
  const token = await bearerFor(service.baseUrl, of.application);
  await command(`app delete --yes --consumer-key ${of.application.consumerKey}`);
  assert.equal(await requestErrorOf(await signed(of)), "401 (code 89)");
  assert.equal(await requestErrorOf(await bearer(token)), "401 (code 89)");
  assert.equal(await requestErrorOf(await tokenRequest(of)), "401 (code 32)");
});

// interface §17.23
test("a changed password ends every session, and what was approved in one", async () => {
  const { alice, application } = await place();
  const approved = await requestTokenFor(service.baseUrl, application);
  const verifier = await approvalOf(service.baseUrl, approved.token, alice);
  const { token } = await requestTokenFor(service.baseUrl, application);
  const page = `/oauth/authorize?oauth_token=${token}`;
  const visitor = new Visitor(service.baseUrl);
  assert.match((await visitor.open(page, alice)).html, /name="decision"/);
  const fresh = "another long password";
  const change = ["user", "set-password", "--screen-name", alice.screenName, "--password", fresh];
  assert.equal((await runHere(change, options)).status, 0);
  const late = await exchange(service.baseUrl, application, approved, verifier);
  assert.equal(await requestErrorOf(late), "401 (code 89)");
  const afterwards = await visitor.get(page);
  assert.match(afterwards.html, /name="password"/);
  const credentials = { username: alice.screenName, password: alice.password };
  assert.equal((await visitor.submit(afterwards, credentials)).status, 422);
  const again = await visitor.open(page, { ...alice, password: fresh });
  assert.match(again.html, /name="decision"/);
});

test("user end-sessions signs a user out everywhere", async () => {
  const { alice } = await place();
  const visitor = await signedIn(service.baseUrl, alice);
  assert.equal((await visitor.get("/account")).status, 200);
  await command(`user end-sessions --screen-name ${alice.screenName}`);
  assert.match((await visitor.get("/account")).location ?? "", /^\/sign-in\?/);
});

test("keys rotate while a server runs: everything continues working, re-encrypted under the new key", {
  skip: skippedOnPostgres("all servers share a ring; test/postgres/commands.test.ts rotates it"),
}, async () => {
  const of = await place();
  const token = await bearerFor(service.baseUrl, of.application);
  const calls = Array.from({ length: 40 }, async (_, at) => {
    await new Promise((resolve) => setTimeout(resolve, at * 25));
    return (await signed(of)).status;
  });
  const first = await json<{ key_id: string }>(["keys", "rotate"], options);
  const second = await json<{ key_id: string }>(["keys", "rotate"], options);
  assert.notEqual(first.key_id, second.key_id);
  assert.deepEqual(new Set(await Promise.all(calls)), new Set([200]));
  assert.equal(await bearerFor(service.baseUrl, of.application), token);
  assert.equal((await signed(await place())).status, 200);
});
