import assert from "node:assert/strict";
import { DatabaseSync } from "node:sqlite";
import { test } from "node:test";
import { kyselyOver } from "../sqlite/kysely-over.ts";
import { migrateSqlite } from "../sqlite/migration.ts";
import { recordCounts } from "./counts.ts";

test("the counts are the same, however few rows a step has, and where values repeat", async () => {
  const database = new DatabaseSync(":memory:");
  migrateSqlite(database);
  database.exec(`
    pragma foreign_keys = off;
    insert into "user" (id, screen_name, folded_screen_name, name, email, email_verified, password_hash, is_admin, created_at)
      values (1, 'a', 'a', '', '', 0, '', 0, 0), (2, 'b', 'b', '', '', 0, '', 0, 0), (3, 'c', 'c', '', '', 0, '', 0, 0);
    insert into access_token (token, secret, application_id, user_id, access, email_granted, created_at)
      values ('1', '', 1, 1, 'read', 0, 0), ('2', '', 1, 1, 'write', 0, 0), ('3', '', 2, 1, 'read', 0, 0),
        ('4', '', 1, 2, 'read', 0, 0), ('5', '', 1, 3, 'read', 0, 0), ('6', '', 2, 3, 'read', 0, 0);
    insert into bearer_token (application_id, digest, token, created_at) values (1, 'x', '', 0), (2, 'y', '', 0);
    insert into audit_event (at, name, actor) values (5, 'keys.rotated', 'service'), (6, 'keys.rotated', 'service');`);
  const expected = { users: 3, applications: 0, accessTokens: 6, bearerTokens: 2, since: 5 };
  for (const stepRows of [1, 2, 3, 4, 6, 7, 1000]) {
    assert.deepEqual(
      await recordCounts(kyselyOver(database), stepRows),
      expected,
      String(stepRows),
    );
  }
  let others = 0;
  setImmediate(() => {
    others += 1;
  });
  await recordCounts(kyselyOver(database), 1);
  assert.equal(others, 1, "what else waits runs between two steps");
});
