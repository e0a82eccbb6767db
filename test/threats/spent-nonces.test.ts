/** T02 and T25: what a nonce is spent on, and what is written for requests that are refused. */
import assert from "node:assert/strict";
import { test } from "node:test";
import { restoreUser, suspendUser } from "../../src/actions/suspend.ts";
import type { Reason } from "../../src/domain/operating.ts";
import { endpoints } from "../../src/endpoints/index.ts";
import { byCommandLine } from "../../src/events/context.ts";
import { refusalOf } from "../support/flow.ts";
import { noncesWritten } from "../support/nonces.ts";
import { keepLedgersOnDisk, makeAccessToken } from "../support/service.ts";
import { startWorld } from "../support/world.ts";

keepLedgersOnDisk();

const path = "/1.1/account/verify_credentials.json";

async function withToken(settings: Readonly<Record<string, string>>) {
  const world = await startWorld(settings);
  // Two minutes before a window ends, so that a request of before is still good after it.
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
test("429 · 88 — T25: a flood beyond the limit writes nothing to the journal", async () => {
  const { world, ask } = await withToken({ RATE_LIMITS: "account/verify_credentials=3" });
  await using _ = world;
  for (let times = 0; times < 3; times += 1) assert.equal((await ask()).status, 200);
  assert.equal(await noncesWritten(world.service), 3);
  for (let times = 0; times < 40; times += 1) {
    const refused = await ask();
    assert.equal(refused.headers.get("x-rate-limit-remaining"), "0");
    assert.ok(Number(refused.headers.get("retry-after")) > 0);
    assert.equal(await refusalOf(refused), "429 · 88");
  }
  assert.equal(await noncesWritten(world.service), 3);
});

// interface §11.10, §11.23
test("T02 — a request beyond the limit may be sent again and is accepted once; an accepted one never again", async () => {
  const { world, ask } = await withToken({ RATE_LIMITS: "account/verify_credentials=1" });
  await using _ = world;
  const signedAt = Math.floor(world.clock.now / 1000);
  assert.equal((await ask("accepted", signedAt)).status, 200);
  assert.equal(await refusalOf(await ask("refused", signedAt)), "429 · 88");
  assert.equal(await refusalOf(await ask("accepted", signedAt)), "429 · 88");
  world.clock.now += 121_000;
  assert.equal(await refusalOf(await ask("accepted", signedAt)), "401 · 32");
  assert.equal((await ask("refused", signedAt)).status, 200);
  world.clock.now += 1000;
  assert.equal(await refusalOf(await ask("refused", signedAt)), "429 · 88");
});

// interface §13.12
test("T02 — replays spend no limit of the application, and their answers say nothing of it", async () => {
  const { world, ask } = await withToken({ RATE_LIMITS: "account/verify_credentials=3" });
  await using _ = world;
  assert.equal((await ask("n")).headers.get("x-rate-limit-remaining"), "2");
  for (let times = 0; times < 10; times += 1) {
    const replayed = await ask("n");
    assert.equal(replayed.headers.get("x-rate-limit-remaining"), null);
    assert.equal(await refusalOf(replayed), "401 · 32");
  }
  assert.equal((await ask()).headers.get("x-rate-limit-remaining"), "1");
});

// interface §13.1
test("429 · 88 — of many at once exactly as many as the limit allows are admitted, and no replay among them", async () => {
  const { world, ask } = await withToken({ RATE_LIMITS: "account/verify_credentials=5" });
  await using _ = world;
  const answers = await Promise.all(Array.from({ length: 40 }, (_, index) => ask(`${index % 20}`)));
  assert.equal(answers.filter((one) => one.status === 200).length, 5);
});

// interface §11.18, §11.23
test("403 · 64 — T25: a suspended caller spends no nonce, and writes nothing to the journal", async () => {
  const { world, ask } = await withToken({});
  await using _ = world;
  const on = byCommandLine(world.clock.now);
  await suspendUser(world.ledger, world.alice.id, "spam" as Reason, on);
  for (let times = 0; times < 5; times += 1)
    assert.equal(await refusalOf(await ask("n")), "403 · 64");
  assert.equal(await noncesWritten(world.service), 0);
  await restoreUser(world.ledger, world.alice.id, on);
  assert.equal((await ask("n")).status, 200);
  assert.equal(await refusalOf(await ask("n")), "401 · 32");
});

test("T02 — the same signed request twice, at every operation that takes one", async () => {
  await using world = await startWorld();
  const signedOnes = endpoints.filter((one) => one.caller.scheme.startsWith("signed"));
  assert.ok(signedOnes.length >= 6);
  for (const { caller, methods, paths, name } of signedOnes) {
    // An exchange takes a token of its own kind; that it happens once is T10.
    if (caller.scheme === "signed with a request token") continue;
    const token = await makeAccessToken(world.ledger, world.application, world.alice);
    const oauth = { oauth_nonce: name, oauth_callback: "oob" };
    const send = () => world.signed(methods[0], paths[0], { token, oauth });
    assert.notEqual((await send()).status, 401, name);
    // The token that signs is revoked by the first.
    const expected = name === "oauth/invalidate_token" ? "401 · 89" : "401 · 32";
    assert.equal(await refusalOf(await send()), expected, name);
  }
});
