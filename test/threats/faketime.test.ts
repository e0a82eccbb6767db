/** T02 and T34 in a real process whose system clock is set. */
import assert from "node:assert/strict";
import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { after, before, test } from "node:test";
import { faketime, withoutFaketime } from "../support/faketime.ts";
import { freePort } from "../support/free-port.ts";
import { startServe } from "../support/process.ts";
import { makeApplication, makeUser, startTestService } from "../support/service.ts";
import { authorizationHeader, signedPairs } from "../support/signing.ts";
import { errorOf, secondsOf } from "../support/world.ts";

const moved = faketime();
const skip = moved === undefined && withoutFaketime;
const minute = 60_000;
const place = mkdtempSync(join(tmpdir(), "countersign-faketime-"));
const clockFile = join(place, "clock");
let settings: Readonly<Record<string, string>>;
let application: { consumerKey: string; consumerSecret: string };

before(async () => {
  const dataDir = join(place, "data");
  await using service = await startTestService({ DATA_DIR: dataDir });
  const { ledger } = service.dependencies;
  application = await makeApplication(ledger, await makeUser(ledger, "alice"));
  settings = { DATA_DIR: dataDir, PORT: String(await freePort()), LOG_LEVEL: "warn" };
});

after(() => rmSync(place, { recursive: true, force: true }));

/** A service whose clock differs from the real one by the value of the last `setClock`. */
async function serve() {
  const variables = { ...moved, FAKETIME_TIMESTAMP_FILE: clockFile, FAKETIME_NO_CACHE: "1" };
  return startServe(settings, { variables });
}

let away = 0;

function setClock(ms: number): void {
  away = ms;
  const seconds = ms / 1000;
  writeFileSync(clockFile, `${seconds < 0 ? "" : "+"}${seconds}s\n`);
}

/** A request that can be sent several times, signed by a client whose clock agrees with the server's. */
function signed({ baseUrl }: { baseUrl: string }): () => Promise<string> {
  const url = `${baseUrl}/oauth/request_token`;
  const authorization = authorizationHeader(
    signedPairs("POST", url, application, [], {
      oauth_callback: "oob",
      oauth_timestamp: secondsOf(Date.now() + away),
    }),
  );
  return async () => {
    const response = await fetch(url, { method: "POST", headers: { authorization } });
    if (response.status === 200) return "200";
    const { status, code } = await errorOf(response);
    return `${status} (code ${code})`;
  };
}

test("T02 — 401: a clock set back, and restarted after a kill, accepts nothing twice", {
  skip,
}, async () => {
  setClock(0);
  await using first = await serve();
  const replay = signed(first);
  assert.equal(await replay(), "200");
  await first.kill();
  setClock(-4 * minute);
  await using second = await serve();
  assert.equal(await replay(), "401 (code 32)");
  assert.equal(await signed(second)(), "200");
  await second.kill();
  setClock(-60 * minute);
  await using third = await serve();
  assert.equal(await replay(), "401 (code 135)");
  assert.equal(await signed(third)(), "200");
});

test("200 — a clock that jumps ahead by ten minutes while it serves; T02 — back again, and killed, nothing is accepted twice", {
  skip,
}, async () => {
  setClock(0);
  await using first = await serve();
  const replay = signed(first);
  assert.equal(await replay(), "200");
  setClock(10 * minute);
  for (let times = 0; times < 3; times += 1) assert.equal(await signed(first)(), "200");
  const ahead = signed(first);
  assert.equal(await ahead(), "200");
  setClock(0);
  assert.equal(await replay(), "401 (code 32)");
  assert.equal(await signed(first)(), "200");
  await first.kill();
  await using second = await serve();
  assert.equal(await replay(), "401 (code 32)");
  assert.equal(await signed(second)(), "200");
  setClock(10 * minute);
  assert.equal(await ahead(), "401 (code 32)");
});
