/** Ending request tokens takes time by how many there are, however many callbacks they name. */
import assert from "node:assert/strict";
import { DatabaseSync, StatementSync } from "node:sqlite";
import { test } from "node:test";
import type { ApplicationId } from "../../domain/credentials.ts";
import { KeyRing } from "../../tools/keys/key-ring.ts";
import { keySource } from "../../tools/keys/key-sources.ts";
import { suiteRing } from "../contract/seeded-ledger.ts";
import { kyselyOver } from "../sqlite/kysely-over.ts";
import { migrateSqlite } from "../sqlite/migration.ts";
import { endRequestTokens } from "./request-tokens.ts";

test("endRequestTokens: a few statements, however many callbacks an application has asked for", async (t) => {
  const database = new DatabaseSync(":memory:");
  migrateSqlite(database);
  database.exec("pragma foreign_keys = off");
  const [application, other] = [7, 8];
  const insert = database.prepare(
    `with recursive number (value) as (select 1 union all select value + 1 from number where value < ?2)
      insert into request_token
          (token, secret, application_id, callback, access, request_email, expires_at, canceled, wrong_tries)
        select cast(?1 as integer) || '-' || value, x'', ?1, 'https://a.example/' || value, 'read', 0, 1, 0, 0 from number`,
  );
  insert.run(application, 2000);
  insert.run(other, 10);
  // Node's own functions, watched and not replaced.
  const watched = (["all", "run"] as const).map((one) =>
    t.mock.method(StatementSync.prototype, one),
  );
  const db = kyselyOver(database);
  const keys = new KeyRing(keySource(suiteRing));
  await endRequestTokens(
    { db, keys, events: [], slot: 0 },
    String(application) as ApplicationId,
    (callback) => callback !== "https://a.example/5",
  );
  const statements = watched.reduce((sum, { mock }) => sum + mock.callCount(), 0);
  assert.ok(statements <= 10, `${statements} statements`);
  const left = database.prepare("select token from request_token order by application_id").all();
  assert.equal(left.length, 11);
  assert.equal(left[0]?.["token"], "7-5");
});
