import { type Kysely, sql } from "kysely";

/** The first schema. Tables that are looked up by a token store their rows in the token's index. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await db.schema
    .createTable("user")
    .addColumn("id", "bigint", (column) => column.primaryKey())
    .addColumn("screen_name", "text", (column) => column.notNull())
    .addColumn("folded_screen_name", "text", (column) => column.notNull().unique())
    .addColumn("name", "text", (column) => column.notNull())
    .addColumn("email", "text", (column) => column.notNull())
    .addColumn("email_verified", "integer", (column) => column.notNull())
    .addColumn("password_hash", "text", (column) => column.notNull())
    .addColumn("is_admin", "integer", (column) => column.notNull())
    .addColumn("created_at", "bigint", (column) => column.notNull())
    .addColumn("suspended_because", "text")
    .modifyEnd(sql`without rowid`)
    .execute();
  await db.schema
    .createIndex("user_folded_email")
    .on("user")
    .expression(sql`lower(email), folded_screen_name`)
    .where(sql.ref("email"), "!=", "")
    .execute();
  await db.schema
    .createIndex("user_suspended")
    .on("user")
    .column("folded_screen_name")
    .where(sql.ref("suspended_because"), "is not", null)
    .execute();
  await db.schema
    .createIndex("user_operator")
    .on("user")
    .column("folded_screen_name")
    .where(sql.ref("is_admin"), "=", 1)
    .execute();

  await db.schema
    .createTable("application")
    .addColumn("id", "bigint", (column) => column.primaryKey())
    .addColumn("owner_id", "bigint", (column) => column.notNull().references("user.id"))
    .addColumn("name", "text", (column) => column.notNull())
    .addColumn("folded_name", "text", (column) => column.notNull())
    .addColumn("description", "text", (column) => column.notNull())
    .addColumn("website", "text", (column) => column.notNull())
    .addColumn("access", "text", (column) => column.notNull())
    .addColumn("sign_in", "integer", (column) => column.notNull())
    .addColumn("request_email", "integer", (column) => column.notNull())
    .addColumn("consumer_key", "text", (column) => column.notNull().unique())
    .addColumn("consumer_secret", "blob", (column) => column.notNull())
    .addColumn("secret_set_at", "bigint", (column) => column.notNull())
    .addColumn("old_secret", "blob")
    .addColumn("old_secret_until", "bigint")
    .addColumn("callbacks", "text", (column) => column.notNull())
    .addColumn("limits", "text")
    .addColumn("created_at", "bigint", (column) => column.notNull())
    .addColumn("suspended_because", "text")
    .modifyEnd(sql`without rowid`)
    .execute();
  await index(db, "application", ["owner_id", "folded_name", "id"]);
  await index(db, "application", ["folded_name", "id"]);
  await db.schema
    .createIndex("application_suspended")
    .on("application")
    .columns(["folded_name", "id"])
    .where(sql.ref("suspended_because"), "is not", null)
    .execute();
  await db.schema
    .createIndex("application_limits")
    .on("application")
    .column("id")
    .where(sql.ref("limits"), "is not", null)
    .execute();
  await index(db, "application", ["old_secret_until"]);

  await db.schema
    .createTable("request_token")
    .addColumn("token", "text", (column) => column.primaryKey())
    .addColumn("secret", "blob", (column) => column.notNull())
    .addColumn("application_id", "bigint", (column) =>
      column.notNull().references("application.id").onDelete("cascade"),
    )
    .addColumn("callback", "text", (column) => column.notNull())
    .addColumn("access", "text", (column) => column.notNull())
    .addColumn("request_email", "integer", (column) => column.notNull())
    .addColumn("expires_at", "bigint", (column) => column.notNull())
    .addColumn("approved_by", "bigint", (column) =>
      column.references("user.id").onDelete("cascade"),
    )
    .addColumn("canceled", "integer", (column) => column.notNull())
    .addColumn("verifier_digest", "text")
    .addColumn("wrong_tries", "integer", (column) => column.notNull())
    .modifyEnd(sql`without rowid`)
    .execute();
  await index(db, "request_token", ["expires_at"]);
  await index(db, "request_token", ["application_id"]);
  await index(db, "request_token", ["approved_by"]);

  await db.schema
    .createTable("access_token")
    .addColumn("token", "text", (column) => column.primaryKey())
    .addColumn("secret", "blob", (column) => column.notNull())
    .addColumn("application_id", "bigint", (column) =>
      column.notNull().references("application.id").onDelete("cascade"),
    )
    .addColumn("user_id", "bigint", (column) =>
      column.notNull().references("user.id").onDelete("cascade"),
    )
    .addColumn("access", "text", (column) => column.notNull())
    .addColumn("email_granted", "integer", (column) => column.notNull())
    .addColumn("created_at", "bigint", (column) => column.notNull())
    .addColumn("last_used_day", "integer")
    .modifyEnd(sql`without rowid`)
    .execute();
  await db.schema
    .createIndex("access_token_one_per_grant")
    .on("access_token")
    .columns(["application_id", "user_id", "access"])
    .unique()
    .execute();
  await index(db, "access_token", ["user_id", "application_id"]);

  await db.schema
    .createTable("bearer_token")
    .addColumn("application_id", "bigint", (column) =>
      column.primaryKey().references("application.id").onDelete("cascade"),
    )
    .addColumn("digest", "text", (column) => column.notNull().unique())
    .addColumn("token", "blob", (column) => column.notNull())
    .addColumn("created_at", "bigint", (column) => column.notNull())
    .modifyEnd(sql`without rowid`)
    .execute();

  await db.schema
    .createTable("session")
    .addColumn("digest", "text", (column) => column.primaryKey())
    .addColumn("user_id", "bigint", (column) =>
      column.notNull().references("user.id").onDelete("cascade"),
    )
    .addColumn("signed_in_for", "text")
    .addColumn("signed_in_at", "bigint", (column) => column.notNull())
    .addColumn("last_seen_at", "bigint", (column) => column.notNull())
    .addColumn("user_agent", "text", (column) => column.notNull())
    .addColumn("address", "text", (column) => column.notNull())
    .modifyEnd(sql`without rowid`)
    .execute();
  await index(db, "session", ["user_id", "digest"]);
  await index(db, "session", ["last_seen_at"]);
  await index(db, "session", ["signed_in_at"]);

  await db.schema
    .createTable("audit_event")
    .addColumn("id", "integer", (column) => column.primaryKey().autoIncrement())
    .addColumn("at", "bigint", (column) => column.notNull())
    .addColumn("name", "text", (column) => column.notNull())
    .addColumn("actor", "text", (column) => column.notNull())
    .addColumn("user_id", "bigint")
    .addColumn("application_id", "bigint")
    .addColumn("address", "text")
    .addColumn("details", "text")
    .execute();
  await index(db, "audit_event", ["user_id", "id"]);
  await index(db, "audit_event", ["application_id", "id"]);
  await index(db, "audit_event", ["name", "id"]);
  await index(db, "audit_event", ["actor", "id"]);
  await index(db, "audit_event", ["at"]);

  await db.schema
    .createTable("grant_count")
    .addColumn("application_id", "bigint", (column) =>
      column.notNull().references("application.id").onDelete("cascade"),
    )
    .addColumn("day", "integer", (column) => column.notNull())
    .addColumn("access", "text", (column) => column.notNull())
    .addColumn("change", "integer", (column) => column.notNull())
    .addPrimaryKeyConstraint("grant_count_key", ["application_id", "day", "access"])
    .modifyEnd(sql`without rowid`)
    .execute();

  await db.schema
    .createTable("one_time_link")
    .addColumn("digest", "text", (column) => column.primaryKey())
    .addColumn("purpose", "text", (column) => column.notNull())
    .addColumn("user_id", "bigint", (column) => column.references("user.id").onDelete("cascade"))
    .addColumn("note", "text", (column) => column.notNull())
    .addColumn("created_at", "bigint", (column) => column.notNull())
    .addColumn("expires_at", "bigint", (column) => column.notNull())
    .modifyEnd(sql`without rowid`)
    .execute();
  await index(db, "one_time_link", ["purpose", "digest"]);
  await index(db, "one_time_link", ["user_id"]);
  await index(db, "one_time_link", ["expires_at"]);

  await db.schema
    .createTable("setting")
    .addColumn("name", "text", (column) => column.primaryKey())
    .addColumn("value", "text", (column) => column.notNull())
    .modifyEnd(sql`without rowid`)
    .execute();

  await db.schema
    .createTable("use_count")
    .addColumn("application_id", "bigint", (column) => column.notNull())
    .addColumn("resolution", "integer", (column) => column.notNull())
    .addColumn("at", "bigint", (column) => column.notNull())
    .addColumn("kind", "text", (column) => column.notNull())
    .addColumn("count", "bigint", (column) => column.notNull())
    .addPrimaryKeyConstraint("use_count_key", ["application_id", "resolution", "at", "kind"])
    .modifyEnd(sql`without rowid`)
    .execute();
  await index(db, "use_count", ["resolution", "at"]);
}

async function index(db: Kysely<unknown>, table: string, columns: string[]): Promise<void> {
  await db.schema
    .createIndex(`${table}_${columns.join("_")}`)
    .on(table)
    .columns(columns)
    .execute();
}
