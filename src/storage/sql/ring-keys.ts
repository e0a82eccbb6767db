/**
 * Which key of the ring encrypts. The database names it, because several processes write to it and each read its
 * ring at another time.
 */
import type { Kysely } from "kysely";
import { compiledOnce } from "./compiled-once.ts";
import type { Tables } from "./schema.ts";
import type { Writes } from "./write.ts";

/**
 * From now on every write of every process encrypts with this key, because each transaction reads the row.
 * Throws if the ring has no such key.
 */
export const sealUnder: Writes["sealUnder"] = async ({ db, keys }, keyId) => {
  keys.sealWith(keyId);
  await db.updateTable("ring_key").set({ seals: 0 }).where("id", "!=", keyId).execute();
  await db
    .insertInto("ring_key")
    .values({ id: keyId, check_value: keys.checkValue(keyId), seals: 1 })
    .onConflict((conflict) => conflict.column("id").doUpdateSet({ seals: 1 }))
    .execute();
};

/**
 * Read in each transaction, so that nothing is encrypted with a key that is being removed. Returns undefined if the
 * database has no ring yet.
 */
export async function sealingKeyId(db: Kysely<Tables>): Promise<string | undefined> {
  const [row] = await sealingKey(db, {});
  return row?.id;
}

const sealingKey = compiledOnce((db) =>
  db.selectFrom("ring_key").select("id").where("seals", "=", 1),
);
