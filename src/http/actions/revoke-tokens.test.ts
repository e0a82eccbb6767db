import assert from "node:assert/strict";
import { test } from "node:test";
import { makeAccessToken, makeUser } from "../../../test/support/service.ts";
import { startWorld } from "../../../test/support/world.ts";
import { StoreFailure } from "../../domain/errors.ts";
import { revokeTokens } from "./revoke-tokens.ts";

test("a write that fails while the next page is read rejects the call, and what began has ended", async () => {
  await using world = await startWorld();
  const { ledger, application } = world;
  for (const name of ["bob", "carol", "dave"]) {
    await makeAccessToken(ledger, application, await makeUser(ledger, name));
  }
  let underWay = 0;
  let pages = 0;
  const failing = {
    ...ledger,
    async accessTokens(...wanted: Parameters<typeof ledger.accessTokens>) {
      pages += 1;
      // Nothing awaits the writes that began before this.
      await new Promise((resolve) => setImmediate(resolve));
      return ledger.accessTokens(...wanted);
    },
    async revokeAccess(...wanted: Parameters<typeof ledger.revokeAccess>) {
      underWay += 1;
      try {
        if (underWay === 1) throw new StoreFailure("the database can't be reached");
        await new Promise((resolve) => setImmediate(resolve));
        return await ledger.revokeAccess(...wanted);
      } finally {
        underWay -= 1;
      }
    },
  };
  const all = { applicationId: application.id, userId: undefined };
  await assert.rejects(
    revokeTokens(failing, all, { at: world.clock.now, actor: "service" }),
    StoreFailure,
  );
  assert.equal(pages, 2);
  assert.equal(underWay, 0);
});
