/** T02 and T34: a signed request counts only once, wherever and whenever it is sent again. */
import assert from "node:assert/strict";
import { randomBytes } from "node:crypto";
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { test } from "node:test";
import { requestErrorOf } from "../support/flow.ts";
import { minutesKept, noncesWritten } from "../support/nonces.ts";
import { startServe } from "../support/process.ts";
import {
  keepLedgersOnDisk,
  makeAccessToken,
  makeApplication,
  makeUser,
  startTestService,
} from "../support/service.ts";
import { authorizationHeader, signedPairs } from "../support/signing.ts";
import { skippedOnPostgres } from "../support/test-engine.ts";
import { startWorld } from "../support/world.ts";

keepLedgersOnDisk();

/** Runs a sweep earlier than the service would. */
interface Swept {
  sweep(now: number): Promise<number>;
}

const verify = "/1.1/account/verify_credentials.json";

async function statusesOf(send: () => Promise<Response>, times: number) {
  const responses = await Promise.all(Array.from({ length: times }, send));
  const requestErrors = await Promise.all(
    responses.filter((one) => one.status !== 200).map((one) => requestErrorOf(one)),
  );
  return {
    accepted: responses.length - requestErrors.length,
    requestErrors: [...new Set(requestErrors)],
  };
}

// interface §11.10
test("T02 — the same signed request 100 times at once: exactly one success", async () => {
  await using world = await startWorld();
  const { baseUrl, ledger, application, alice } = world;
  const { token, secret } = await makeAccessToken(ledger, application, alice);
  const credentials = { ...application, token, tokenSecret: secret };
  const requests: [string, string, Record<string, string>, object][] = [
    ["GET", verify, {}, credentials],
    ["POST", "/oauth/request_token", { oauth_callback: "oob" }, application],
    ["GET", "/oauth/request_token", { oauth_callback: "oob" }, application],
  ];
  for (const [method, path, oauth] of requests) {
    const url = baseUrl + path;
    const as = path === verify ? credentials : application;
    const authorization = authorizationHeader(signedPairs(method, url, as, [], oauth));
    const send = () => fetch(url, { method, headers: { authorization } });
    assert.deepEqual(
      await statusesOf(send, 100),
      { accepted: 1, requestErrors: ["401 (code 32)"] },
      path,
    );
  }
});

// interface §11.10
test("T02 — the message says that the nonce was used, once the signature has proved who calls", async () => {
  await using world = await startWorld();
  const oauth = { oauth_callback: "oob", oauth_nonce: "again" };
  const send = (as = world.application) =>
    world.signed("POST", "/oauth/request_token", { as, oauth });
  assert.equal((await send()).status, 200);
  const replayed = await (await send()).text();
  assert.match(replayed, /nonce/);
  const anonymous = await send({ ...world.application, consumerSecret: "wrong" });
  assert.doesNotMatch(await anonymous.text(), /nonce/);
});

// interface §11.10, §11.11
test("T02 — a nonce is spent for its application, token and timestamp alone, and only by a good signature", async () => {
  await using world = await startWorld();
  const { ledger, alice, application, clock } = world;
  const other = await makeApplication(ledger, alice);
  const access = await makeAccessToken(ledger, application, alice);
  const oauth = { oauth_callback: "oob", oauth_nonce: "shared" };
  const path = "/oauth/request_token";
  const wrong = { ...application, consumerSecret: "wrong" };
  assert.equal((await world.signed("POST", path, { as: wrong, oauth })).status, 401);
  assert.equal((await world.signed("POST", path, { oauth })).status, 200);
  assert.equal((await world.signed("POST", path, { as: other, oauth })).status, 200);
  assert.equal((await world.signed("POST", path, { token: access, oauth })).status, 200);
  clock.now += 1000;
  assert.equal((await world.signed("POST", path, { oauth })).status, 200, "another timestamp");
});

test("T02 — at both edges of the time window, swept or not, restarted or not", async () => {
  const clock = { now: Date.now() };
  const dataDir = mkdtempSync(join(tmpdir(), "countersign-replay-"));
  // The signatures contain the base URL, which stays the same although each start gets another port.
  const settings = { DATA_DIR: dataDir, BASE_URL: "http://localhost:8080" };
  let service = await startTestService(settings, () => clock.now);
  try {
    const began = Math.floor(clock.now / 1000);
    const { ledger } = service.dependencies;
    const application = await makeApplication(ledger, await makeUser(ledger, "alice"));
    const url = `${settings.BASE_URL}/oauth/request_token`;
    const headers = [-300, 0, 300].map((away) => {
      const oauth = { oauth_callback: "oob", oauth_timestamp: String(began + away) };
      return authorizationHeader(signedPairs("POST", url, application, [], oauth));
    });
    const send = (authorization: string) =>
      fetch(`http://127.0.0.1:${service.port}/oauth/request_token`, {
        method: "POST",
        headers: { authorization },
      });
    const requestErrorsOf = async () =>
      Promise.all(headers.map(async (one) => requestErrorOf(await send(one))));
    for (const one of headers) assert.equal((await send(one)).status, 200);
    // A timestamp is accepted until the end of the 300th second; after that it is too old.
    for (const [seconds, expected] of [
      [0, ["401 (code 32)", "401 (code 32)", "401 (code 32)"]],
      [1, ["401 (code 135)", "401 (code 32)", "401 (code 32)"]],
      [299, ["401 (code 135)", "401 (code 32)", "401 (code 32)"]],
      [300, ["401 (code 135)", "401 (code 32)", "401 (code 32)"]],
      [301, ["401 (code 135)", "401 (code 135)", "401 (code 32)"]],
      [599, ["401 (code 135)", "401 (code 135)", "401 (code 32)"]],
      [600, ["401 (code 135)", "401 (code 135)", "401 (code 32)"]],
      [601, ["401 (code 135)", "401 (code 135)", "401 (code 135)"]],
    ] as const) {
      clock.now = (began + seconds) * 1000 + 999;
      assert.deepEqual(await requestErrorsOf(), expected, `after ${seconds} s`);
      const { sweep } = service.dependencies.nonceStore as unknown as Swept;
      await sweep(clock.now);
      assert.deepEqual(await requestErrorsOf(), expected, `after ${seconds} s, swept`);
      await service[Symbol.asyncDispose]();
      service = await startTestService(settings, () => clock.now);
      assert.deepEqual(await requestErrorsOf(), expected, `after ${seconds} s, restarted`);
    }
  } finally {
    await service[Symbol.asyncDispose]();
    rmSync(dataDir, { recursive: true, force: true });
  }
});

// interface §11.12
test("T02 — across kill -9 and restart every nonce of before is rejected", async () => {
  const dataDir = mkdtempSync(join(tmpdir(), "countersign-replay-"));
  try {
    let made: {
      application: Awaited<ReturnType<typeof makeApplication>>;
      access: { token: string; secret: string };
    };
    {
      await using service = await startTestService({ DATA_DIR: dataDir });
      const { ledger } = service.dependencies;
      const alice = await makeUser(ledger, "alice");
      const application = await makeApplication(ledger, alice);
      made = { application, access: await makeAccessToken(ledger, application, alice) };
    }
    await using first = await startServe({ DATA_DIR: dataDir });
    const port = new URL(first.baseUrl).port;
    const now = Math.floor(Date.now() / 1000);
    const { application, access } = made;
    const credentials = { ...application, token: access.token, tokenSecret: access.secret };
    const headers = Array.from({ length: 40 }, (_, index) =>
      authorizationHeader(
        signedPairs("GET", first.baseUrl + verify, credentials, [], {
          oauth_timestamp: String(now - 100 + index * 5),
        }),
      ),
    );
    const send = (authorization: string, baseUrl = first.baseUrl) =>
      fetch(baseUrl + verify, { headers: { authorization } });
    const accepted = await Promise.all(headers.map((one) => send(one)));
    assert.ok(accepted.every((one) => one.status === 200));
    await first.kill();

    await using second = await startServe({ DATA_DIR: dataDir, PORT: port });
    assert.equal(second.baseUrl, first.baseUrl);
    const again = await Promise.all(headers.map((one) => send(one)));
    for (const one of again) assert.equal(await requestErrorOf(one), "401 (code 32)");
  } finally {
    rmSync(dataDir, { recursive: true, force: true });
  }
});

// interface §11.24
test("T02 — 401 (code 135): what a server accepted is rejected by the next one on its database, with another data directory", async () => {
  const place = mkdtempSync(join(tmpdir(), "countersign-replay-"));
  const ledger = join(place, "ledger.db");
  const settings = {
    DATABASE_URL: `sqlite:${ledger}`,
    KEYS: `k1:${randomBytes(32).toString("base64")}`,
    LOG_LEVEL: "warn",
  };
  try {
    let made: { consumerKey: string; consumerSecret: string };
    {
      await using service = await startTestService({ ...settings, DATA_DIR: `${place}/made` });
      const alice = await makeUser(service.dependencies.ledger, "alice");
      made = await makeApplication(service.dependencies.ledger, alice);
    }
    await using first = await startServe({ ...settings, DATA_DIR: `${place}/a` });
    const port = new URL(first.baseUrl).port;
    const url = `${first.baseUrl}/oauth/request_token`;
    const signed = () =>
      authorizationHeader(signedPairs("POST", url, made, [], { oauth_callback: "oob" }));
    const send = (authorization: string) =>
      fetch(url, { method: "POST", headers: { authorization } });
    const [stopped, dead] = [signed(), signed()];
    assert.equal((await send(stopped)).status, 200);
    assert.equal(await first.stop(), 0);
    await using second = await startServe({ ...settings, DATA_DIR: `${place}/b`, PORT: port });
    assert.equal(second.baseUrl, first.baseUrl);
    assert.equal(await requestErrorOf(await send(stopped)), "401 (code 135)");
    assert.match(second.output(), /served with a different nonce journal than \S*\/b\/nonces/);
    await send(dead);
    await second.kill();
    await using third = await startServe({ ...settings, DATA_DIR: `${place}/a`, PORT: port });
    assert.match(third.output(), /signed requests are rejected \(401, code 135\) until 20\d\d-/);
    for (const one of [stopped, dead, signed()]) {
      assert.equal(await requestErrorOf(await send(one)), "401 (code 135)");
    }
  } finally {
    rmSync(place, { recursive: true, force: true });
  }
});

test("T02 — a second server on the same data directory is rejected, naming the holder", {
  skip: skippedOnPostgres("servers of one database may share a data directory"),
}, async () => {
  await using world = await startWorld();
  const { dataDir } = world.service;
  // One that starts all the same is stopped, so that the test fails and does not wait for it.
  await assert.rejects(
    async () => {
      await using _second = await startTestService({ DATA_DIR: dataDir });
    },
    new RegExp(`${dataDir}.*process ${process.pid}`),
  );
  await assert.rejects(
    async () => {
      await using _second = await startServe({ DATA_DIR: dataDir });
    },
    new RegExp(`process ${process.pid}`),
  );
  assert.equal(
    (await world.signed("POST", "/oauth/request_token", { oauth: { oauth_callback: "oob" } }))
      .status,
    200,
  );
});

test("T34 — 401 (code 135): future timestamps are rejected, so the store stays bounded and forgets", async () => {
  await using world = await startWorld();
  const { service, clock } = world;
  // PostgreSQL also forgets old nonces by its own clock.
  clock.now -= 3_600_000;
  const ask = (away: number) =>
    world.signed("POST", "/oauth/request_token", {
      oauth: {
        oauth_callback: "oob",
        oauth_timestamp: String(Math.floor(clock.now / 1000) + away),
      },
    });
  for (const away of [301, 3600, 10 ** 9]) {
    assert.equal(await requestErrorOf(await ask(away)), "401 (code 135)");
  }
  assert.equal(await noncesWritten(service), 0, "nothing is remembered of what was rejected");
  for (let away = -300; away <= 300; away += 10) assert.equal((await ask(away)).status, 200);
  const minutes = (await minutesKept(service)).length;
  assert.ok(minutes <= 12, "those of the window");

  clock.now += 3_600_000;
  const { sweep } = service.dependencies.nonceStore as unknown as Swept;
  assert.equal(await sweep(clock.now), minutes);
  assert.deepEqual(await minutesKept(service), []);
});
