import assert from "node:assert/strict";
import { test } from "node:test";
import { memoryTables } from "../../../test/support/memory-tables.ts";
import { type ApplicationId, Secret } from "../../domain/credentials.ts";
import { KeyRing } from "../../tools/keys/key-ring.ts";
import { regenerateConsumerSecret } from "./application-secrets.ts";

const now = 1_800_000_000_000;
const keys = new KeyRing(() => [{ id: "one", key: Buffer.alloc(32, 1) }]);

test("a previous consumer secret is kept for its overlap, and without one not at all", async () => {
  using tables = await memoryTables();
  tables.add("user", { id: 2 });
  tables.add("application", { id: 1, owner_id: 2, consumer_secret: Buffer.from("first") });
  const regenerate = (previousUntil: number) =>
    regenerateConsumerSecret(
      { db: tables.db, keys, events: [], slot: 0 },
      {
        applicationId: "1" as ApplicationId,
        secret: new Secret("s"),
        now,
        previousUntil,
        overlap: "1h",
      },
      { at: now, actor: "service" },
    );
  assert.equal(await regenerate(now + 1), true);
  const [old] = tables.column("application", "previous_secret");
  assert.deepEqual(old, new Uint8Array(Buffer.from("first")));
  assert.equal(await regenerate(now), true);
  assert.deepEqual(tables.column("application", "previous_secret"), [null]);
});
