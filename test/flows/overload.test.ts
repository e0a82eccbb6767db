/** More requests at once than the service answers: programs are told to try again, and users still get in. */
import assert from "node:assert/strict";
import { test } from "node:test";
import { maxInHand } from "../../src/http/server/serve-requests.ts";
import { ledgerDatabase } from "../support/ledger-database.ts";
import { keepLedgersOnDisk } from "../support/service.ts";
import { startWorld } from "../support/world.ts";

keepLedgersOnDisk();

// interface §12.7
test("503 (code 130) — beyond 512 requests in hand; pages are served, and those in hand are answered", async () => {
  await using world = await startWorld();
  const { baseUrl } = world;
  await using database = await ledgerDatabase(world.service);
  const release = await database.hold();
  const ask = () =>
    world.signed("POST", "/oauth/request_token", {
      oauth: { oauth_callback: "https://weather.example/callback" },
    });
  let rejected = 0;
  const asked = Array.from({ length: maxInHand + 40 }, async () => {
    const response = await ask();
    if (response.status === 503) rejected += 1;
    return response;
  });
  while (rejected < 40) await new Promise((resolve) => setImmediate(resolve));
  const bearer = await fetch(`${baseUrl}/1.1/application/rate_limit_status.json`);
  assert.equal(bearer.status, 503, "not looked at");
  assert.equal((await fetch(`${baseUrl}/sign-in`)).status, 200);
  await release();
  const responses = await Promise.all(asked);
  const ok = responses.filter(({ status }) => status === 200);
  assert.equal(ok.length, maxInHand);
  const away = responses.find(({ status }) => status === 503);
  assert.ok(Number(away?.headers.get("retry-after")) > 0);
  assert.match((await away?.text()) ?? "", /"code":130,"message":"Over capacity"/);
  assert.equal((await ask()).status, 200);
});
