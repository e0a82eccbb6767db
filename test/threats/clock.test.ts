/**
 * T02 and T34 when the clock is set: nothing is accepted twice, and once the clock is right again, requests are served
 * again.
 */
import assert from "node:assert/strict";
import { mkdtempSync, readdirSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { DatabaseSync } from "node:sqlite";
import { after, before, test } from "node:test";
import { type ClockedService, startClockedService } from "../support/clocked.ts";
import { freePort } from "../support/free-port.ts";
import {
  keepLedgersOnDisk,
  makeAccessToken,
  makeApplication,
  makeUser,
  startTestService,
} from "../support/service.ts";
import {
  authorizationHeader,
  type SigningCredentials,
  signedFetch,
  signedPairs,
} from "../support/signing.ts";
import { errorOf, secondsOf } from "../support/world.ts";

keepLedgersOnDisk();

const minute = 60_000;
const year = 365 * 24 * 60 * minute;
const path = "/1.1/account/verify_credentials.json";
const start = Math.floor(Date.now() / minute) * minute;
const dataDir = mkdtempSync(join(tmpdir(), "countersign-clock-"));
let settings: Readonly<Record<string, string>>;
let credentials: SigningCredentials;

before(async () => {
  await using service = await startTestService({ DATA_DIR: dataDir });
  const { ledger } = service.dependencies;
  const alice = await makeUser(ledger, "alice");
  const application = await makeApplication(ledger, alice);
  const { token, secret } = await makeAccessToken(ledger, application, alice);
  credentials = { ...application, token, tokenSecret: secret };
  // The port is the same after each restart, because it is signed.
  settings = { DATA_DIR: dataDir, PORT: String(await freePort()) };
});

after(() => rmSync(dataDir, { recursive: true, force: true }));

/** Starts a service with an empty journal. */
async function begin(more: Readonly<Record<string, string>> = {}, at = start) {
  rmSync(join(dataDir, "nonces"), { recursive: true, force: true });
  const ledger = new DatabaseSync(join(dataDir, "countersign.db"));
  ledger.exec("delete from setting where name = 'nonce-journal'");
  ledger.close();
  return startClockedService({ ...settings, ...more }, at);
}

/** A request that can be sent several times. */
function signedAt(service: ClockedService, at = service.now()): () => Promise<Response> {
  const url = service.baseUrl + path;
  const pairs = signedPairs("GET", url, credentials, [], { oauth_timestamp: secondsOf(at) });
  return () => fetch(url, { headers: { authorization: authorizationHeader(pairs) } });
}

/** A new request, signed by a client whose clock agrees with the server's. */
function fresh(service: ClockedService): Promise<Response> {
  const oauth = { oauth_timestamp: secondsOf(service.now()) };
  return signedFetch("GET", service.baseUrl + path, credentials, { oauth });
}

async function outcome(answer: Promise<Response>): Promise<string> {
  const response = await answer;
  if (response.status === 200) return "200";
  const { status, code } = await errorOf(response);
  return `${status} (code ${code})`;
}

/** Waits until the journal is empty. */
async function untilForgotten(): Promise<void> {
  const most = performance.now() + 10_000;
  while (readdirSync(join(dataDir, "nonces")).some((name) => name.endsWith(".nonces"))) {
    if (performance.now() > most) throw new Error("nothing was forgotten");
    await new Promise((resolve) => setTimeout(resolve, 10));
  }
}

// interface §11.10, §11.12, §11.22
test("T02 — 401 (code 135): a clock set back behind what was forgotten, killed and restarted or not", async () => {
  await using first = await begin();
  const replay = signedAt(first);
  assert.equal(await outcome(replay()), "200");
  await first.pass(20 * minute);
  await untilForgotten();
  await first.setClock(-20 * minute);
  assert.equal(await outcome(replay()), "401 (code 135)");
  await first.kill();
  await using second = await startClockedService(settings, start);
  assert.equal(second.baseUrl, first.baseUrl);
  assert.equal(await outcome(replay()), "401 (code 135)");
});

test("T02 — 401 (code 32): a clock set back and restarted, to a time that is still remembered", async () => {
  await using first = await begin();
  const replay = signedAt(first);
  assert.equal(await outcome(replay()), "200");
  await first.pass(4 * minute);
  await first.kill();
  await using second = await startClockedService(settings, start - 4 * minute);
  assert.equal(await outcome(replay()), "401 (code 32)");
  assert.equal(await outcome(fresh(second)), "200");
});

for (const [what, served, expected] of [
  ["with nothing accepted meanwhile", false, "401 (code 32)"],
  ["with requests accepted meanwhile", true, "401 (code 135)"],
] as const) {
  test(`T02 — ${expected}: ahead and back, killed in between and after, ${what}`, async () => {
    await using first = await begin();
    const replay = signedAt(first);
    assert.equal(await outcome(replay()), "200");
    await first.setClock(60 * minute);
    await first.pass(minute);
    if (served) assert.equal(await outcome(fresh(first)), "200");
    await first.kill();
    await using second = await startClockedService(settings, start + 61 * minute);
    await second.pass(minute);
    await second.setClock(-60 * minute);
    assert.equal(await outcome(replay()), expected);
    await second.kill();
    await using third = await startClockedService(settings, start + 2 * minute);
    assert.equal(await outcome(replay()), expected);
    assert.equal(await outcome(fresh(third)), "200");
  });
}

for (const [ahead, held] of [
  [10 * minute, 5 * minute],
  [10 * minute, 60 * minute],
  [year, 5 * minute],
  [year, 60 * minute],
] as const) {
  test(`200 — a clock that was ${ahead / minute} minutes ahead for ${held / minute} minutes, and is right again`, async () => {
    await using service = await begin();
    const replay = signedAt(service);
    assert.equal(await outcome(replay()), "200");
    await service.setClock(ahead);
    await service.pass(held);
    assert.equal(await outcome(fresh(service)), "200", "clients may be as wrong");
    const wrong = signedAt(service);
    assert.equal(await outcome(wrong()), "200");
    await service.setClock(-ahead);
    assert.equal(await outcome(fresh(service)), "200");
    const expected = held > 5 * minute ? "401 (code 135)" : "401 (code 32)";
    assert.equal(await outcome(replay()), expected);
    assert.notEqual(await outcome(wrong()), "200");
    await service.pass(20 * minute);
    assert.equal(await service.logged(`"bySeconds":${ahead / 1000},`), 1);
    assert.equal(await service.logged(`"bySeconds":-${ahead / 1000},`), 1);
    assert.equal(await outcome(fresh(service)), "200");
  });
}

// interface §11.22
test("401 (code 135) — a clock set back names the clock, is logged, and serves again once it has passed what was forgotten", async () => {
  await using service = await begin();
  for (let minutes = 0; minutes < 30; minutes += 1) {
    assert.equal(await outcome(fresh(service)), "200");
    await service.pass(minute);
  }
  await service.setClock(-10 * minute);
  const { status, code, message } = await errorOf(await fresh(service));
  assert.deepEqual([status, code], [401, 135]);
  assert.match(message, /clock was set back/);
  assert.doesNotMatch(message, /oauth_nonce/);
  await service.pass(15_000);
  await service.logged("1 signed requests were rejected: the clock was set back");
  await service.pass(4 * minute);
  assert.equal(await outcome(fresh(service)), "200");
});

test("401 (code 135) — a start with a clock that is behind says so in the log", async () => {
  await using first = await begin();
  assert.equal(await outcome(fresh(first)), "200");
  await first.kill();
  await using second = await startClockedService(settings, start - 60 * minute);
  assert.equal(await outcome(fresh(second)), "200");
  await second.logged("the clock was set back");
});

// interface §13.1
test("429 (code 88) — a limit that was reached ahead of time holds for one window after the clock is right again, and no longer", async () => {
  await using service = await begin({ RATE_LIMITS: "account/verify_credentials=1" });
  await service.setClock(year);
  assert.equal(await outcome(fresh(service)), "200");
  assert.equal(await outcome(fresh(service)), "429 (code 88)");
  await service.setClock(-year);
  const rejected = await fresh(service);
  assert.equal(rejected.status, 429);
  assert.ok(Number(rejected.headers.get("retry-after")) <= 900);
  await service.pass(15 * minute);
  assert.equal(await outcome(fresh(service)), "200");
});
