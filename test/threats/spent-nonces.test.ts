/** T02 and T25: which requests use up a nonce, and what rejected requests write. */
import assert from "node:assert/strict";
import { test } from "node:test";
import { byCommandLine } from "../../src/domain/audit-context.ts";
import type { Reason } from "../../src/domain/operating.ts";
import { endpoints } from "../../src/http/endpoints/index.ts";
import { scratchDirectory } from "../cli/command.ts";
import { requestErrorOf } from "../support/flow.ts";
import { noncesWritten } from "../support/nonces.ts";
import { type RawRequest, sendRaw } from "../support/raw-http.ts";
import {
  keepLedgersOnDisk,
  makeAccessToken,
  makeApplication,
  makeUser,
  startTestService,
} from "../support/service.ts";
import { authorizationHeader, encode, type Pairs, signedPairs } from "../support/signing.ts";
import { secondsOf, startWorld } from "../support/world.ts";

keepLedgersOnDisk();

const path = "/1.1/account/verify_credentials.json";

async function withToken(settings: Readonly<Record<string, string>>) {
  const world = await startWorld(settings);
  // Two minutes before a window ends, so that a request from before is still valid after it.
  const window = 15 * 60_000;
  world.clock.now = Math.ceil(world.clock.now / window) * window - 120_000;
  const token = await makeAccessToken(world.ledger, world.application, world.alice);
  const ask = (nonce?: string, timestamp = Math.floor(world.clock.now / 1000)) =>
    world.signed("GET", path, {
      token,
      oauth: {
        oauth_timestamp: String(timestamp),
        ...(nonce !== undefined && { oauth_nonce: nonce }),
      },
    });
  return { world, ask };
}

// interface §11.23
test("429 (code 88) — T25: a flood beyond the limit writes nothing to the journal", async () => {
  const { world, ask } = await withToken({ RATE_LIMITS: "account/verify_credentials=3" });
  await using _ = world;
  for (let times = 0; times < 3; times += 1) assert.equal((await ask()).status, 200);
  assert.equal(await noncesWritten(world.service), 3);
  for (let times = 0; times < 40; times += 1) {
    const rejected = await ask();
    assert.equal(rejected.headers.get("x-rate-limit-remaining"), "0");
    assert.ok(Number(rejected.headers.get("retry-after")) > 0);
    assert.equal(await requestErrorOf(rejected), "429 (code 88)");
  }
  assert.equal(await noncesWritten(world.service), 3);
});

// interface §11.10, §11.23
test("T02 — a request beyond the limit may be sent again and is accepted once; an accepted one never again", async () => {
  const { world, ask } = await withToken({ RATE_LIMITS: "account/verify_credentials=1" });
  await using _ = world;
  const signedAt = Math.floor(world.clock.now / 1000);
  assert.equal((await ask("accepted", signedAt)).status, 200);
  assert.equal(await requestErrorOf(await ask("rejected", signedAt)), "429 (code 88)");
  assert.equal(await requestErrorOf(await ask("accepted", signedAt)), "429 (code 88)");
  world.clock.now += 121_000;
  assert.equal(await requestErrorOf(await ask("accepted", signedAt)), "401 (code 32)");
  assert.equal((await ask("rejected", signedAt)).status, 200);
  world.clock.now += 1000;
  assert.equal(await requestErrorOf(await ask("rejected", signedAt)), "429 (code 88)");
});

// interface §13.12
test("T02 — replays spend no limit of the application, and their answers say nothing of it", async () => {
  const { world, ask } = await withToken({ RATE_LIMITS: "account/verify_credentials=3" });
  await using _ = world;
  assert.equal((await ask("n")).headers.get("x-rate-limit-remaining"), "2");
  for (let times = 0; times < 10; times += 1) {
    const replayed = await ask("n");
    assert.equal(replayed.headers.get("x-rate-limit-remaining"), null);
    assert.equal(await requestErrorOf(replayed), "401 (code 32)");
  }
  assert.equal((await ask()).headers.get("x-rate-limit-remaining"), "1");
});

// interface §13.1
test("429 (code 88) — of many at once exactly as many as the limit allows are admitted, and no replay among them", async () => {
  const { world, ask } = await withToken({ RATE_LIMITS: "account/verify_credentials=5" });
  await using _ = world;
  const responses = await Promise.all(
    Array.from({ length: 40 }, (_, index) => ask(`${index % 20}`)),
  );
  assert.equal(responses.filter((one) => one.status === 200).length, 5);
});

// interface §11.18, §11.23
test("403 (code 64) — T25: a suspended caller spends no nonce, and writes nothing to the journal", async () => {
  const { world, ask } = await withToken({});
  await using _ = world;
  const on = byCommandLine(world.clock.now);
  await world.ledger.suspendUser(world.alice.id, "spam" as Reason, on);
  for (let times = 0; times < 5; times += 1)
    assert.equal(await requestErrorOf(await ask("n")), "403 (code 64)");
  assert.equal(await noncesWritten(world.service), 0);
  await world.ledger.restoreUser(world.alice.id, on);
  assert.equal((await ask("n")).status, 200);
  assert.equal(await requestErrorOf(await ask("n")), "401 (code 32)");
});

test("T02 — the same signed request twice, at every operation that takes one", async () => {
  await using world = await startWorld();
  const signedOnes = endpoints.filter((one) => one.caller.scheme.startsWith("signed"));
  assert.ok(signedOnes.length >= 6);
  for (const { caller, methods, paths, name } of signedOnes) {
    // An exchange takes a request token; T10 tests that it happens only once.
    if (caller.scheme === "signed with a request token") continue;
    const token = await makeAccessToken(world.ledger, world.application, world.alice);
    const oauth = { oauth_nonce: name, oauth_callback: "oob" };
    const send = () => world.signed(methods[0], paths[0], { token, oauth });
    assert.notEqual((await send()).status, 401, name);
    // The first request revokes the token that signs.
    const expected = name === "oauth/invalidate_token" ? "401 (code 89)" : "401 (code 32)";
    assert.equal(await requestErrorOf(await send()), expected, name);
  }
});

/** Every address of the service, in the forms in which clients use and sign it. */
const addresses = [
  { origin: "https://id.example", host: "id.example" },
  { origin: "https://id.example", host: "ID.example:443" },
  { origin: "https://alt.example:8443", host: "alt.example:8443" },
  { origin: "https://alt.example", host: "alt.example:8443" },
  { origin: "http://localhost", host: "localhost" },
] as const;

const signedPath = "/oauth/request_token";
const written = (pairs: Pairs) => pairs.map((pair) => pair.map(encode).join("=")).join("&");

/** Every way in which a client can send what it has signed. */
const transports: Readonly<Record<string, (pairs: Pairs) => Partial<RawRequest>>> = {
  header: (pairs) => ({ lines: [`Authorization: ${authorizationHeader(pairs)}`] }),
  "header with a realm": (pairs) => ({
    lines: [
      `Authorization: ${authorizationHeader(pairs).replace("OAuth ", 'OAuth realm="other", ')}`,
    ],
  }),
  query: (pairs) => ({ target: `${signedPath}?${written(pairs)}` }),
  body: (pairs) => ({
    lines: [
      "Content-Type: application/x-www-form-urlencoded",
      `Content-Length: ${written(pairs).length}`,
    ],
    body: written(pairs),
  }),
};

// interface §11.10, §11.12, §11.13
test("T02 — a nonce is spent at every address and by every transport, restarted or not", async () => {
  using directory = scratchDirectory();
  const now = Date.now();
  const start = () =>
    startTestService(
      {
        DATA_DIR: directory.path,
        BASE_URL: "https://id.example",
        ADDITIONAL_BASE_URLS: "https://alt.example:8443,http://localhost",
        TRUSTED_PROXIES: "127.0.0.1",
      },
      () => now,
    );
  let service = await start();
  try {
    const { ledger } = service.dependencies;
    const application = await makeApplication(ledger, await makeUser(ledger, "alice"));
    const ways = addresses.flatMap((address) =>
      Object.entries(transports).map(([name, transport]) => ({ ...address, name, transport })),
    );
    /** Each is signed for its own address; only application, timestamp and nonce are the same. */
    const send = ({ origin, host, transport }: (typeof ways)[number], nonce: string) => {
      const oauth = {
        ...{ oauth_callback: "oob", oauth_nonce: nonce },
        oauth_timestamp: secondsOf(now),
      };
      const pairs = signedPairs("POST", origin + signedPath, application, [], oauth);
      const { lines = [], ...request } = transport(pairs);
      return sendRaw(`http://127.0.0.1:${service.port}`, {
        ...{ method: "POST", target: signedPath, ...request },
        ...{ host: [`Host: ${host}`], lines: ["X-Forwarded-Proto: https", ...lines] },
      });
    };
    const rejectedEverywhere = async () => {
      for (const first of ways.keys()) {
        for (const again of ways) {
          const { status, body } = await send(again, `of ${first}`);
          const said = `${again.host} by ${again.name}: ${body}`;
          assert.equal(status, 401, said);
          assert.match(body, /"code":32.*nonce/, said);
        }
      }
    };
    for (const [at, way] of ways.entries()) {
      const { status, body } = await send(way, `of ${at}`);
      assert.equal(status, 200, `${way.host} by ${way.name}: ${body}`);
    }
    await rejectedEverywhere();
    await service[Symbol.asyncDispose]();
    service = await start();
    await rejectedEverywhere();
  } finally {
    await service[Symbol.asyncDispose]();
  }
});
