import assert from "node:assert/strict";
import { test } from "node:test";
import { givenKeyRing } from "../../../test/support/given-key-ring.ts";
import { freshDatabase } from "../../../test/support/postgres.ts";
import { openConnections } from "./connections.ts";
import { inspectPostgres } from "./inspect.ts";
import { ringOf } from "./ring-check.ts";
import { onConnection } from "./statements.ts";

const boundMs = 30_000;

test("no database, a database with its ring and with another, and a server that will not do", async () => {
  await using database = await freshDatabase();
  const { address } = database;
  await using connections = openConnections(address, boundMs);
  const ask = (text: string) =>
    onConnection(connections, boundMs, "test", (one) => one.rows<[number]>(text, []));
  const look = (offered = givenKeyRing("one")) => inspectPostgres(address, boundMs, offered);
  const { clock, ...none } = await look();
  assert.equal(none.exists, false);
  assert.ok(Math.abs((clock ?? 0) - Date.now()) < 60_000);
  assert.equal(
    (await ask("select count(*)::integer from pg_tables where schemaname = 'public'"))[0]?.[0],
    0,
  );
  await ringOf(address, boundMs, givenKeyRing("one"));
  const own = await look();
  assert.deepEqual([own.exists, own.missing, own.ringProblem], [true, [], undefined]);
  assert.ok(Math.abs((own.clock ?? 0) - Date.now()) < 60_000);
  assert.match(
    (await look(givenKeyRing("one.other"))).ringProblem ?? "",
    /not the one that encrypted/,
  );
  await ask("alter table audit_event rename to gone");
  await assert.rejects(look(), /audit_event/);
  await ask(`alter database ${address.name} set synchronous_commit = off`);
  await assert.rejects(look(), /synchronous_commit is off/);
});
