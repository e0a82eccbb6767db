/** Triggers that record what has ended. Migrations create them, so this code must not change. */
import { type Kysely, PostgresAdapter, sql } from "kysely";

export async function writeRevocations(db: Kysely<unknown>, ending: Ending): Promise<void> {
  const inPostgres = db.getExecutor().adapter instanceof PostgresAdapter;
  for (const text of inPostgres ? postgresTrigger(ending) : [sqliteTrigger(ending)]) {
    await sql.raw(text).execute(db);
  }
}

export interface Ending {
  readonly kind: string;
  readonly table: string;
  /** The change of a row: it is deleted, or one of its columns changes. */
  readonly on: "delete" | `update of ${string}`;
  readonly when: string;
  readonly subject: string;
  readonly detail?: string;
}

/** False while the row is deleted together with its parent, whose own end is recorded and covers it. */
export const userStands = 'exists (select 1 from "user" where id = old.user_id)';

function sqliteTrigger(ending: Ending): string {
  const mark = "lower(hex(randomblob(16)))";
  const now = "cast((julianday('now') - 2440587.5) * 86400000 as integer)";
  return `create trigger "${nameOf(ending)}" after ${ending.on} on "${ending.table}" for each row
    begin ${rowOf(ending, mark, now)} end`;
}

function postgresTrigger(ending: Ending): readonly string[] {
  const name = nameOf(ending);
  const mark = "replace(cast(gen_random_uuid() as text), '-', '')";
  const now = "cast(extract(epoch from clock_timestamp()) * 1000 as bigint)";
  return [
    `create function "${name}"() returns trigger language plpgsql as $$
      begin ${rowOf(ending, mark, now)} return null; end $$`,
    `create trigger "${name}" after ${ending.on} on "${ending.table}"
      for each row execute function "${name}"()`,
  ];
}

function rowOf({ kind, when, subject, detail }: Ending, mark: string, now: string): string {
  return `insert into revocation (mark, at, kind, subject, detail)
    select ${mark}, ${now}, '${kind}', ${subject}, ${detail ?? "null"} where ${when};`;
}

function nameOf({ table, on }: Ending): string {
  return `revocation_${table}_${on.split(" ").at(-1)}`;
}
