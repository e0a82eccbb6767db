/** Reads what is kept about a user, a part at a time. */
import { type RawBuilder, sql } from "kysely";
import type { PersonalPart, PersonalRow } from "../../domain/personal-data.ts";
import { kept, type StoredPart } from "./personal-columns.ts";
import type { Shown } from "./personal-forms.ts";
import type { Queries } from "./query.ts";
import type { Tables } from "./schema.ts";

/** Events are the only rows of a user whose number has no bound. */
const pageSize = 500;

export const personalData: Queries["personalData"] = async (db, { userId, part, after }) => {
  const { table, of, columns } = parts[part];
  const isLong = table === "audit_event";
  const page = isLong ? sql`and id > ${Number(after ?? 0)} order by id limit ${pageSize}` : sql``;
  const { rows } = await sql<Readonly<Record<string, unknown>>>`
    select ${sql.join(selected(table, columns))} from ${sql.table(table)}
    where ${of(Number(userId))} ${page}`.execute(db);
  const last = isLong && rows.length === pageSize ? rows.at(-1) : undefined;
  return {
    rows: rows.map((row) => written(row, columns, userId)),
    last: last && String(last["id"]),
  };
};

interface PartToRead {
  readonly table: keyof Tables;
  readonly of: StoredPart<unknown>["of"];
  readonly columns: readonly (readonly [column: string, shown: Shown])[];
}

const parts = Object.fromEntries(
  (Object.keys(kept) as (keyof Tables)[]).flatMap((table) => {
    const found = kept[table];
    if (typeof found === "string") return [];
    return found.map(({ part, of, columns }): [PersonalPart, PartToRead] => [
      part,
      {
        table,
        of,
        columns: Object.entries<Shown | string>(columns).flatMap(([column, decided]) =>
          typeof decided === "string" ? [] : [[column, decided] as const],
        ),
      },
    ]);
  }),
) as Record<PersonalPart, PartToRead>;

/** Adds the name of the application that a row is about, because an ID alone means little. */
function selected(
  table: keyof Tables,
  columns: PartToRead["columns"],
): readonly RawBuilder<unknown>[] {
  const members = columns.map(([column]) => sql`${sql.ref(`${table}.${column}`)}`);
  const name = sql`(select application.name from application
    where application.id = ${sql.ref(`${table}.application_id`)}) as application_name`;
  if (columns.some(([column]) => column === "application_id")) return [...members, name];
  return members.length > 0 ? members : [sql`1 as counted`];
}

function written(
  row: Readonly<Record<string, unknown>>,
  columns: PartToRead["columns"],
  self: string,
): PersonalRow {
  const members = columns.map(([column, { as = column, write }]) => [
    as,
    write(row[column], row, self),
  ]);
  const { application_name: name } = row;
  return Object.fromEntries([...members, ["application_name", name ?? undefined]]);
}
