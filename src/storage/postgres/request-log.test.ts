import assert from "node:assert/strict";
import { test } from "node:test";
import { migratedDatabase } from "../../../test/support/postgres.ts";
import { KeyRing } from "../../tools/keys/key-ring.ts";
import { keySource } from "../../tools/keys/key-sources.ts";
import { assertEvenSampleOf } from "../contract/request-log-writers.ts";
import { suiteRing } from "../contract/seeded-ledger.ts";
import { openConnections } from "./connections.ts";
import { openPostgresLedger } from "./ledger.ts";
import { onConnection } from "./statements.ts";

test("two nodes that write verified requests at once do not deadlock, and keep an even sample", async () => {
  await using database = await migratedDatabase();
  const open = () =>
    openPostgresLedger({
      address: database.address,
      boundMs: 20_000,
      keys: new KeyRing(keySource(suiteRing)),
      keysFrom: suiteRing,
      committed() {},
    });
  {
    await using one = await open();
    await using two = await open();
    await assertEvenSampleOf([one, two]);
  }
  // A deadlock would be tried again. Connections that have ended have reported theirs.
  await using connections = openConnections(database.address, 20_000);
  const [[deadlocks] = []] = await onConnection(connections, 20_000, "test", (one) =>
    one.rows<[string]>(
      "select deadlocks from pg_stat_database where datname = current_database()",
      [],
    ),
  );
  assert.equal(Number(deadlocks), 0);
});
