import assert from "node:assert/strict";
import { test } from "node:test";
import { migratedDatabase } from "../../../test/support/postgres.ts";
import { KeyRing } from "../../tools/keys/key-ring.ts";
import { keySource } from "../../tools/keys/key-sources.ts";
import { suiteRing } from "../contract/seeded-ledger.ts";
import type { Write } from "../sql/write.ts";
import { writeNames } from "../sql/writes.ts";
import { openConnections } from "./connections.ts";
import { workOf } from "./ledger-writes.ts";
import { advisoryLocks } from "./locks.ts";
import { onConnection } from "./statements.ts";
import { openSlots, transact } from "./transactions.ts";

const boundMs = 30_000;
const works = writeNames.map((name) => workOf({ name, args: [{}] } as unknown as Write));

test("every write sees one moment, but for those that are correct whatever commits meanwhile", () => {
  const alone = works.filter(({ isolation }) => isolation === "read committed");
  assert.deepEqual(alone.map(({ name }) => name).sort(), [
    ...["addUsage", "approveRequestToken", "exchangeRequestToken", "logVerifiedRequests"],
    ...["nameReceivers", "settleDeliveries", "sweep", "takeDeliveries", "touchSession"],
  ]);
  const unasked = { name: "approveRequestToken", args: [{ onlyIfGranted: true }] };
  assert.equal(workOf(unasked as unknown as Write).isolation, "serializable");
  const others = works.filter((work) => !alone.includes(work));
  assert.ok(others.every(({ isolation }) => isolation === "serializable"));
  assert.deepEqual(
    works.map(({ name }) => name),
    writeNames,
  );
});

test("only the change of the key that encrypts waits for those who encrypt", () => {
  const changing = works.filter(({ changesSealing }) => changesSealing);
  assert.deepEqual(
    changing.map(({ name }) => name),
    ["sealUnder"],
  );
});

test("one sweep at a time: a second one leaves the work to the first", async () => {
  await using database = await migratedDatabase();
  await using connections = openConnections(database.address, boundMs);
  const writing = {
    connections,
    ring: new KeyRing(keySource(suiteRing)),
    slots: openSlots(),
    boundMs,
  };
  const ask = (text: string) =>
    onConnection(connections, boundMs, "test", (one) => one.rows<[unknown]>(text, []));
  const rows = async () => (await ask("select from reserved_screen_name")).length;
  await ask("insert into reserved_screen_name values ('alice', 1, 1)");
  const sweep = async () =>
    (await transact(writing, workOf({ name: "sweep", args: [{ now: 1000, most: 5 }] }))).value;
  await onConnection(connections, boundMs, "test", async (one) => {
    await one.run(`begin; select pg_advisory_xact_lock(${advisoryLocks.sweep})`);
    assert.deepEqual([await sweep(), await rows()], [0, 1]);
    await one.run("rollback");
  });
  await sweep();
  assert.equal(await rows(), 0);
});
