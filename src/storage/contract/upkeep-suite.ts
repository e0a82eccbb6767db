/** What every engine of the ledger promises of its own upkeep. */
import assert from "node:assert/strict";
import { randomBytes } from "node:crypto";
import { mintConsumerSecret, mintSessionId, tokenDigest } from "../../domain/credentials.ts";
import type { ResealPosition } from "../../domain/ports/upkeep.ts";
import { sessionLife } from "../../domain/session.ts";
import {
  bearerOf,
  checkOn,
  grant,
  happened,
  issue,
  newSession,
  now,
  type OpenLedger,
  session,
} from "./seeded-ledger.ts";

export function upkeepSuite(engine: string, open: OpenLedger): void {
  const check = checkOn(engine, open);

  check("census: what there is, since the first event", async (world) => {
    const { ledger, alice, bob, application } = world;
    const counted = await ledger.census();
    assert.deepEqual(counted, {
      people: 2,
      applications: 1,
      accessTokens: 0,
      bearerTokens: 0,
      since: now,
    });
    await grant(world, alice);
    await grant(world, bob);
    await bearerOf(ledger, application);
    const { accessTokens, bearerTokens } = await ledger.census();
    assert.deepEqual([accessTokens, bearerTokens], [2, 1]);
  });

  check("bytes: some, and more once there is more", async ({ ledger, alice }) => {
    const before = await ledger.bytes();
    assert.ok(before > 0, String(before));
    for (let rows = 0; rows < 400; rows += 1) {
      await ledger.record({ ...happened(), userId: alice, address: "x".repeat(1000) });
    }
    assert.ok((await ledger.bytes()) > before);
  });

  check("ping answers", async ({ ledger }) => {
    await ledger.ping();
  });

  check(
    "sweep: what expired goes, at most so many rows a step; what lives stays",
    async (world) => {
      const { ledger, alice, application, consumerKey } = world;
      const expired = await Promise.all(Array.from({ length: 7 }, () => issue(world)));
      const old = await Promise.all(Array.from({ length: 4 }, () => session(ledger, alice)));
      await ledger.regenerateConsumerSecret(
        {
          applicationId: application,
          secret: mintConsumerSecret(randomBytes),
          now,
          oldUntil: now + 1,
        },
        happened(),
      );
      const later = now + 40 * 86_400_000;
      const live = await issue(world, later + 1000);
      const signedIn = async (before: number, seenBefore = before) => {
        const digest = tokenDigest(mintSessionId(randomBytes));
        const opening = { ...newSession(alice, digest), passwordHash: "$old", now: later - before };
        await ledger.openSession(opening, happened());
        await ledger.touchSession(digest, later - seenBefore);
        return digest;
      };
      const { idleMs, wholeMs } = sessionLife;
      old.push(await signedIn(idleMs), await signedIn(wholeMs, 1));
      const alive = [await signedIn(1), await signedIn(idleMs - 1), await signedIn(wholeMs - 1, 1)];
      const steps: number[] = [];
      do steps.push(await ledger.sweep({ now: later, most: 3 }));
      while (steps.at(-1) !== 0);
      assert.ok(Math.max(...steps) <= 3, `${steps}`);
      assert.equal(
        steps.reduce((sum, one) => sum + one, 0),
        expired.length + old.length,
      );
      assert.notEqual(await ledger.requestToken(live, later), undefined);
      for (const digest of old) assert.equal(await ledger.session(digest), undefined);
      for (const digest of alive) assert.notEqual(await ledger.session(digest), undefined);
      assert.equal((await ledger.consumerCredentials(consumerKey, now))?.consumerSecrets.length, 1);
    },
  );

  check(
    "reseal walks every sealed column to its end, and finds nothing to do twice",
    async (world) => {
      const { ledger, alice, application } = world;
      for (let index = 0; index < 5; index += 1) await issue(world);
      await grant(world, alice);
      await bearerOf(ledger, application);
      let position: ResealPosition | undefined = { column: 0 };
      let steps = 0;
      while (position !== undefined) {
        const step = await ledger.reseal(position);
        assert.equal(step.resealed, 0, "all of it is under the key that seals");
        position = step.next;
        steps += 1;
        assert.ok(steps < 50, "it ends");
      }
    },
  );
}
