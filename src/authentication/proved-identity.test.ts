import assert from "node:assert/strict";
import { test } from "node:test";
import { entryOf, startIdentityService } from "../../test/support/identities.ts";
import { keepProvedIdentity, provedIdentityOf } from "./proved-identity.ts";

test("it waits for ten minutes, and no longer where the clock was ahead", async () => {
  const issuer = "https://id.example";
  await using service = await startIdentityService([entryOf({ issuer })]);
  const { dependencies } = service;
  const provider = dependencies.identityProviders.provider("staff") ?? assert.fail();
  const now = 1_700_000_000_000;
  const minute = 60_000;
  const proved = {
    ...{ identity: { issuer, subject: "a" }, claims: {}, enteredAt: undefined, again: true },
    ...{ sid: undefined, provedAt: now, continueTo: "/account", linkTo: undefined },
  };
  const line = keepProvedIdentity(provider, proved, { ...dependencies, clock: () => now });
  const browser = { headers: { cookie: line.slice(0, line.indexOf(";")) } };
  const waits = async (at: number) =>
    (await provedIdentityOf(browser, { ...dependencies, clock: () => at })) !== undefined;
  for (const [minutes, expected] of [
    [0, true],
    [10, false],
    [-10, true],
    [-11, false],
  ] as const) {
    assert.equal(await waits(now + minutes * minute), expected, String(minutes));
  }
  assert.equal(await waits(now + 10 * minute - 1), true);
});
