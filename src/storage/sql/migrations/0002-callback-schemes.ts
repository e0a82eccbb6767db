import type { Kysely } from "kysely";

interface Before {
  application: { id: number; callbacks: string; confirmed_schemes: string };
}

/** From now on an administrator must confirm schemes without a domain. Those already registered count as confirmed. */
export async function up(db: Kysely<Before>): Promise<void> {
  await db.schema
    .alterTable("application")
    .addColumn("confirmed_schemes", "text", (column) => column.notNull().defaultTo(" "))
    .execute();
  for (let after = -1; ; ) {
    const rows = await db
      .selectFrom("application")
      .select(["id", "callbacks"])
      .where("id", ">", after)
      .orderBy("id")
      .limit(1000)
      .execute();
    for (const { id, callbacks } of rows) {
      const schemes = withoutDomain(JSON.parse(callbacks));
      if (schemes.length === 0) continue;
      await db
        .updateTable("application")
        .set({ confirmed_schemes: ` ${schemes.join(" ")} ` })
        .where("id", "=", id)
        .execute();
    }
    const last = rows.at(-1);
    if (last === undefined) return;
    after = last.id;
  }
}

/** As the rule was when this migration was written. */
function withoutDomain(callbacks: readonly string[]): readonly string[] {
  const schemes = callbacks.map((one) => one.slice(0, one.indexOf(":")).toLowerCase());
  const isApps = (scheme: string) => !/^https?$|^[a-z][a-z0-9+-]*(?:\.[a-z0-9+-]+)+$/.test(scheme);
  return [...new Set(schemes.filter(isApps))];
}
