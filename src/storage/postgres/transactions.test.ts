import assert from "node:assert/strict";
import { randomBytes } from "node:crypto";
import { test } from "node:test";
import { DatabaseError } from "pg";
import { addressOf, freshDatabase } from "../../../test/support/postgres.ts";
import { StoreFailure } from "../../domain/refusals.ts";
import { KeyRing } from "../../keys/key-ring.ts";
import { keySource } from "../../keys/key-sources.ts";
import { openConnections } from "./connections.ts";
import { openPostgresLedger } from "./ledger.ts";
import { openSlots, transact } from "./transactions.ts";

const met = "40001";
const taken = "23505";

test("writes beside each other count in different rows, and one after another in the same", () => {
  const slots = openSlots();
  const [one, other] = [slots.take(), slots.take()];
  assert.notEqual(one, other);
  slots.release(one);
  assert.equal(slots.take(), one);
  slots.release(other);
  slots.release(one);
  assert.equal(slots.take(), one);
});

test("who meets others is tried again, in whichever way PostgreSQL says that they were in the way", async () => {
  await using world = await opened();
  const codes = [met, met, met, taken, met, taken, taken];
  assert.equal(await world.failing((tries) => codes[tries]), codes.length);
});

test("who meets others until the time is over gets a failure of the store", async () => {
  await using world = await opened();
  const ends = await Promise.all(
    Array.from({ length: 8 }, (_, first) =>
      world
        .failing((tries) => ((tries + first) % 4 === 0 ? met : taken), 300)
        .then(
          () => assert.fail("it ended"),
          (error: unknown) => error,
        ),
    ),
  );
  for (const end of ends) assert.ok(end instanceof StoreFailure, String(end));
});

test("a constraint that fails each time is a fault of ours", async () => {
  await using world = await opened();
  let tries = 0;
  await assert.rejects(
    world.failing((at) => {
      tries = at + 1;
      return taken;
    }),
    (error) => error instanceof DatabaseError && error.code === taken,
  );
  assert.equal(tries, 4);
});

/**
 * Runs transactions on a migrated database. Each try fails with the code for its number; without one, it returns the
 * number of tries.
 */
async function opened() {
  await using all = new AsyncDisposableStack();
  const database = all.use(await freshDatabase());
  const keysFrom = { given: `test:${randomBytes(32).toString("base64")}` };
  const ring = new KeyRing(keySource(keysFrom));
  const address = addressOf(database.url);
  const boundMs = 20_000;
  all.use(
    await openPostgresLedger({ address, boundMs, keys: ring, keysFrom, committed: () => {} }),
  );
  const connections = all.use(openConnections(address, boundMs));
  const slots = openSlots();
  async function failing(codeOf: (tries: number) => string | undefined, withinMs = boundMs) {
    let tries = 0;
    const { value } = await transact(
      { connections, ring, slots, boundMs },
      {
        name: "test",
        isolation: "serializable",
        async perform({ connection }) {
          const code = codeOf(tries);
          if (code === undefined) return tries;
          tries += 1;
          await connection.run(`do $$ begin raise sqlstate '${code}'; end $$`);
          throw new Error("not reached");
        },
      },
      withinMs,
    );
    return value;
  }
  const kept = all.move();
  return { failing, [Symbol.asyncDispose]: () => kept.disposeAsync() };
}
