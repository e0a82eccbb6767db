import assert from "node:assert/strict";
import { test } from "node:test";
import { requestErrorOf } from "../support/flow.ts";
import { replaced } from "../support/replaced.ts";
import { keepLedgersOnDisk } from "../support/service.ts";
import { until } from "../support/until.ts";
import { startWorld } from "../support/world.ts";

keepLedgersOnDisk();

// interface §12.2
test("503 (code 130) — T23: while the journal cannot be pushed to the disk; /healthz says why, and both are over by themselves", async () => {
  await using world = await startWorld();
  const { internalUrl } = world.service;
  const ask = () =>
    world.signed("POST", "/oauth/request_token", { oauth: { oauth_callback: "oob" } });
  const health = async () => {
    const response = await fetch(`${internalUrl}/healthz`);
    return { status: response.status, body: await response.text() };
  };
  const failing = (why: string) =>
    replaced("fdatasync", (_sync, _file, done) => {
      setImmediate(() => done(new Error(why)));
    });
  {
    using _ = failing("EIO: i/o error");
    assert.equal((await ask()).status, 200);
    await until(async () => (await health()).status === 503);
    assert.match((await health()).body, /nonce journal.*EIO/);
    const rejected = await ask();
    assert.ok(Number(rejected.headers.get("retry-after")) > 0);
    assert.equal(await requestErrorOf(rejected), "503 (code 130)");
    using _later = failing("ENOSPC: no space left on device");
    await until(async () => /nonce journal.*ENOSPC/.test((await health()).body));
  }
  await until(async () => (await health()).status === 200);
  assert.equal((await ask()).status, 200);
});
