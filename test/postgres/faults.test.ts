/** PostgreSQL is gone, slow or read-only: 503 within the time limit, and everything works again without a restart. */
import assert from "node:assert/strict";
import { randomBytes } from "node:crypto";
import { test } from "node:test";
import { setTimeout as wait } from "node:timers/promises";
import { adminClient } from "../../packages/client/src/admin.ts";
import { makeApiKey } from "../admin-api/support.ts";
import { bearerFor, requestErrorOf, requestTokenFor, verifyCredentials } from "../support/flow.ts";
import { freePort } from "../support/free-port.ts";
import { ask, freshDatabase } from "../support/postgres.ts";
import { ownPostgres } from "../support/postgres-server.ts";
import {
  makeAccessToken,
  makeApplication,
  makeUser,
  startTestService,
} from "../support/service.ts";
import { tcpProxy } from "../support/tcp-proxy.ts";

/** Longer than a service would need, because the machine may be busy. */
const bound = 2000;

async function served(url: string) {
  const service = await startTestService({
    DATABASE_URL: url,
    DATABASE_TIMEOUT: String(bound),
    KEYS: `k1:${randomBytes(32).toString("base64")}`,
  });
  const { ledger } = service.dependencies;
  const alice = await makeUser(ledger, "alice");
  const application = await makeApplication(ledger, alice);
  const access = await makeAccessToken(ledger, application, alice);
  const verify = () => verifyCredentials(service.baseUrl, application, access);
  assert.equal((await verify()).status, 200);
  return { service, ledger, alice, application, verify };
}

/** Checks the response, and that there is one: a request that hangs would otherwise only end the test. */
async function rejectsInTime(request: () => Promise<Response>): Promise<void> {
  const response = await Promise.race([request(), wait(5 * bound, undefined, { ref: false })]);
  assert.ok(response, "no response within the bound");
  assert.equal(await requestErrorOf(response), "503 (code 130)");
}

async function untilAnswered(request: () => Promise<Response>): Promise<void> {
  const deadline = Date.now() + 20_000;
  while ((await request()).status !== 200) {
    if (Date.now() > deadline) assert.fail("it does not recover");
    await wait(50);
  }
}

test("503 (code 130) — PostgreSQL ended or crashed; once it runs again so does everything", async () => {
  await using server = await ownPostgres();
  await using database = await freshDatabase(server.url);
  const { service, application, verify } = await served(database.url);
  await using _service = service;
  const bearer = await bearerFor(service.baseUrl, application);
  for (const signal of ["SIGINT", "SIGQUIT", "SIGKILL"] as const) {
    await server.stop(signal);
    await Promise.all(Array.from({ length: 10 }, () => rejectsInTime(verify)));
    await server.start();
    await untilAnswered(verify);
    // Everything that was acknowledged is still there.
    assert.equal(await bearerFor(service.baseUrl, application), bearer);
  }
});

test("503 (code 130) — connections that are cut cost no one a response; stalled ones do, until the way is free", async () => {
  await using database = await freshDatabase();
  const direct = new URL(database.url);
  await using proxy = await tcpProxy(Number(direct.port));
  direct.port = String(proxy.port);
  const { service, application, verify } = await served(direct.href);
  await using _service = service;
  const issue = () => requestTokenFor(service.baseUrl, application);
  proxy.cut();
  assert.equal((await verify()).status, 200);
  await issue();
  proxy.stall();
  await Promise.all(Array.from({ length: 40 }, () => rejectsInTime(verify)));
  proxy.resume();
  await untilAnswered(verify);
  await issue();
});

test("503 (code 130) — a database that only reads rejects what would be written, and a look at the health says so", async () => {
  await using server = await ownPostgres();
  await using database = await freshDatabase(server.url);
  const { service, application, ledger } = await served(database.url);
  await using _service = service;
  const callback = "https://weather.example/callback";
  const issue = () => requestTokenFor(service.baseUrl, application, callback);
  await ask(
    database.url,
    "alter system set default_transaction_read_only = on",
    "select pg_reload_conf()",
  );
  await assert.rejects(untilThrown(issue), /503 .*"code":130/);
  await assert.rejects(async () => ledger.ping());
  const health = await fetch(`${service.internalUrl}/healthz`);
  assert.equal(health.status, 503);
  await ask(
    database.url,
    "set default_transaction_read_only = off",
    "alter system reset default_transaction_read_only",
    "select pg_reload_conf()",
  );
  await untilAnswered(async () => {
    await issue().catch(() => {});
    return fetch(`${service.internalUrl}/healthz`);
  });
  await issue();
});

test("of several hosts the one that answers is used, also where it is another one than before", async () => {
  await using database = await freshDatabase();
  const target = new URL(database.url);
  await using one = await tcpProxy(Number(target.port));
  await using other = await tcpProxy(Number(target.port));
  const hosts = `127.0.0.1:${await freePort()},127.0.0.1:${one.port},127.0.0.1:${other.port}`;
  const { service, verify } = await served(`postgres://countersign@${hosts}${target.pathname}`);
  await using _service = service;
  await one[Symbol.asyncDispose]();
  await untilAnswered(verify);
  assert.equal((await verify()).status, 200);
});

test("a server whose commits would not survive a crash is rejected at the start", async () => {
  await using database = await freshDatabase();
  const { pathname } = new URL(database.url);
  await ask(database.url, `alter database ${pathname.slice(1)} set synchronous_commit = off`);
  await assert.rejects(served(database.url), /DATABASE_URL: .*synchronous_commit is off/);
});

test("twenty users exchange at once, of one application and on one day: no one is rejected", async () => {
  await using database = await freshDatabase();
  const { service, ledger, application } = await served(database.url);
  await using _service = service;
  const users = [];
  for (let index = 0; index < 20; index += 1) users.push(await makeUser(ledger, `u${index}`));
  const before = await ledger.grantCounts(application.id, 0);
  await Promise.all(users.map((one) => makeAccessToken(ledger, application, one)));
  const after = await ledger.grantCounts(application.id, 0);
  assert.equal(after.changes[0]?.change, (before.changes[0]?.change ?? 0) + users.length);
});

async function untilThrown(call: () => Promise<unknown>): Promise<void> {
  const deadline = Date.now() + 20_000;
  while (Date.now() < deadline) {
    await call();
    await wait(20);
  }
}

test("503 — a disk without room for a call of the admin API: nothing was changed, and its Idempotency-Key is free", async () => {
  await using database = await freshDatabase();
  await using service = await startTestService({
    DATABASE_URL: database.url,
    KEYS: `k1:${randomBytes(32).toString("base64")}`,
  });
  const { secret } = await makeApiKey(service.dependencies.ledger, "manager");
  const url = service.internalUrl ?? "";
  const admin = adminClient({ url, key: secret, retries: 0 });
  const body = { screen_name: "bob", password: "a long and unusual password" };
  const create = () => admin.call("POST /users", { body, idempotencyKey: "bob" });
  await ask(
    database.url,
    `create function full_disk() returns trigger language plpgsql as $$
      begin raise exception using errcode = '53100'; end $$`,
    'create trigger full_disk before insert on "user" execute function full_disk()',
  );
  for (const _ of [1, 2]) {
    await assert.rejects(create, { type: "urn:countersign:problem:over-capacity" });
  }
  await ask(database.url, 'drop trigger full_disk on "user"');
  const { body: created } = await create();
  assert.equal(created.screen_name, "bob");
  assert.deepEqual((await create()).body, created);
});
