import { type Kysely, PostgresAdapter, sql } from "kysely";

/**
 * Deliveries of events. A trigger adds them in the same transaction as the event, whatever statement records
 * it, even one of the previous release, and without another round trip.
 */
export async function up(db: Kysely<unknown>): Promise<void> {
  await db.schema
    .createTable("receiver")
    .addColumn("id", "text", (column) => column.primaryKey())
    .addColumn("events", "text", (column) => column.notNull())
    .addColumn("named_at", "bigint", (column) => column.notNull())
    .addColumn("lease", "text", (column) => column.notNull().defaultTo(""))
    .addColumn("leased_until", "bigint", (column) => column.notNull().defaultTo(0))
    .addColumn("next_at", "bigint", (column) => column.notNull().defaultTo(0))
    .addColumn("failures", "integer", (column) => column.notNull().defaultTo(0))
    .addColumn("failing_since", "bigint")
    .addColumn("dropped", "bigint", (column) => column.notNull().defaultTo(0))
    .modifyEnd(sql`without rowid`)
    .execute();
  // No foreign key to the receiver, because checking it would lock a row that every delivery changes.
  await db.schema
    .createTable("delivery")
    .addColumn("receiver", "text", (column) => column.notNull())
    .addColumn("event_id", "bigint", (column) => column.notNull())
    .addColumn("mark", "text", (column) => column.notNull())
    .addColumn("at", "bigint", (column) => column.notNull())
    .addColumn("due_at", "bigint", (column) => column.notNull())
    .addColumn("tries", "integer", (column) => column.notNull())
    .addPrimaryKeyConstraint("delivery_key", ["receiver", "event_id"])
    .modifyEnd(sql`without rowid`)
    .execute();
  await db.schema
    .createIndex("delivery_due")
    .on("delivery")
    .columns(["receiver", "due_at", "event_id"])
    .execute();
  await db.schema
    .createIndex("delivery_receiver_at")
    .on("delivery")
    .columns(["receiver", "at"])
    .execute();
  await db.schema.createIndex("delivery_at").on("delivery").columns(["at"]).execute();
  const inPostgres = db.getExecutor().adapter instanceof PostgresAdapter;
  for (const trigger of inPostgres ? inPlpgsql : [inSqlite]) await trigger.execute(db);
}

const inSqlite = sql`create trigger delivery_of_event after insert on audit_event for each row begin
    insert into delivery (receiver, event_id, mark, at, due_at, tries)
      select id, new.id, lower(hex(randomblob(16))), new.at, new.at, 0 from receiver
        where events = '*' or instr(events, ' ' || new.name || ' ') > 0;
  end`;

const inPlpgsql = [
  sql`create function delivery_of_event() returns trigger language plpgsql as $$ begin
    insert into delivery (receiver, event_id, mark, at, due_at, tries)
      select id, new.id, replace(cast(gen_random_uuid() as text), '-', ''), new.at, new.at, 0 from receiver
        where events = '*' or position(' ' || new.name || ' ' in events) > 0;
    return null; end $$`,
  sql`create trigger delivery_of_event after insert on audit_event
    for each row execute function delivery_of_event()`,
];
