import { type Kysely, sql } from "kysely";

interface Before {
  application: { id: number; callbacks: string; confirmed_schemes: string; waits: number };
}

/** Finds the applications that wait for an administrator without reading the others. */
export async function up(db: Kysely<Before>): Promise<void> {
  await db.schema
    .alterTable("application")
    .addColumn("waits", "integer", (column) => column.notNull().defaultTo(0))
    .execute();
  for (let after = -1; ; ) {
    const rows = await db
      .selectFrom("application")
      .select(["id", "callbacks", "confirmed_schemes"])
      .where("id", ">", after)
      .orderBy("id")
      .limit(1000)
      .execute();
    for (const { id, callbacks, confirmed_schemes } of rows) {
      if (!waits(JSON.parse(callbacks), confirmed_schemes.split(" "))) continue;
      await db.updateTable("application").set({ waits: 1 }).where("id", "=", id).execute();
    }
    const last = rows.at(-1);
    if (last === undefined) break;
    after = last.id;
  }
  await db.schema
    .createIndex("application_waits")
    .on("application")
    .columns(["folded_name", "id"])
    .where(sql.ref("waits"), "=", 1)
    .execute();
}

/** As the rule was when this migration was written. */
function waits(callbacks: readonly string[], confirmed: readonly string[]): boolean {
  const schemes = callbacks.map((one) => one.slice(0, one.indexOf(":")).toLowerCase());
  const needsNobody = /^https?$|^[a-z][a-z0-9+-]*(?:\.[a-z0-9+-]+)+$/;
  return schemes.some((one) => !needsNobody.test(one) && !confirmed.includes(one));
}
