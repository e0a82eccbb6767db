import assert from "node:assert/strict";
import { test } from "node:test";
import { memoryTables } from "../../../test/support/memory-tables.ts";
import type { TokenDigest } from "../../domain/credentials.ts";
import { session } from "./sessions.ts";

test("a session that was opened before proofs were kept was opened with a password", async () => {
  using tables = await memoryTables();
  tables.add("user", { id: 1, screen_name: "alice" });
  tables.add("session", { digest: "d", user_id: 1, signed_in_at: 7 });
  const found = await session(tables.db, "d" as TokenDigest);
  assert.deepEqual(found?.authEvents, [{ kind: "password", at: 7 }]);
});
