/** The number of events that wait for a receiver is limited: the oldest are dropped and counted. */
import assert from "node:assert/strict";
import { DatabaseSync } from "node:sqlite";
import { test } from "node:test";
import { maxWaiting } from "../../domain/delivery.ts";
import { kyselyOver } from "../sqlite/kysely-over.ts";
import { migrateSqlite } from "../sqlite/migration.ts";
import { inspectedReceivers, receiverStates } from "./receivers.ts";
import { anyGivenUp, sweepDeliveries } from "./sweep-deliveries.ts";

const now = 1_700_000_000_000;

test("sweepDeliveries: beyond the bound the oldest go, in steps, and no one else's", async () => {
  const database = new DatabaseSync(":memory:");
  migrateSqlite(database);
  const db = kyselyOver(database);
  const wants = () => database.prepare(`select ${anyGivenUp(String(now))} as any`).get()?.["any"];
  for (const id of ["gone", "well"]) {
    database.prepare("insert into receiver (id, events, named_at) values (?, '*', ?)").run(id, now);
  }
  const insert = database.prepare(
    `with recursive number (value) as (select 1 union all select value + 1 from number where value < ?2)
      insert into delivery (receiver, event_id, mark, at, due_at, tries)
        select ?1, value, 'm', ?3 + value, 0, 0 from number`,
  );
  insert.run("well", 3, now - 1000);
  insert.run("gone", maxWaiting, now - 200_000);
  assert.equal(wants(), 0);
  assert.equal(await sweepDeliveries(db, now, 500), 0);
  database.exec("delete from delivery where receiver = 'gone'");
  insert.run("gone", maxWaiting + 700, now - 200_000);
  assert.equal(wants(), 1);
  const steps = [];
  for (let removed = 1; removed > 0; steps.push(removed)) {
    removed = await sweepDeliveries(db, now, 500);
  }
  assert.deepEqual(steps, [500, 200, 0]);
  assert.deepEqual(await receiverStates(db, ["gone", "well"]), [
    {
      ...{ id: "gone", waiting: maxWaiting, oldest: now - 200_000 + 701 },
      ...{ failingSince: undefined, failure: undefined, nextAt: 0, dropped: 700 },
    },
    {
      ...{ id: "well", waiting: 3, oldest: now - 999 },
      ...{ failingSince: undefined, failure: undefined, nextAt: 0, dropped: 0 },
    },
  ]);
  assert.equal(wants(), 0);
  // Few wait, though the numbers of their events are far apart.
  const far = `update delivery set event_id = ${3 * maxWaiting} where event_id = 3`;
  database.exec(`${far} and receiver = 'well'`);
  assert.equal(wants(), 1);
  assert.equal(await sweepDeliveries(db, now, 500), 0);
  database.exec(
    "update delivery set tries = event_id - 1 where receiver = 'well' and event_id < 3",
  );
  assert.deepEqual(
    (await inspectedReceivers(db)).map(({ id, rejected }) => [id, rejected]),
    [
      ["gone", 0],
      ["well", 1],
    ],
  );
});
