/**
 * The tables, their indexes and their triggers. `src/storage/sql/schema.ts` describes the columns. Tables that are
 * looked up by a token store their rows in the token's index.
 */
import { type ColumnDefinitionBuilder, type Kysely, PostgresAdapter, sql } from "kysely";
import { createRevocationTriggers } from "../revocation-triggers.ts";

type Database = Kysely<unknown>;

export async function up(db: Database): Promise<void> {
  await createUsers(db);
  await createApplications(db);
  await createCollaborators(db);
  await createRequestTokens(db);
  await createAccessTokens(db);
  await createBearerTokens(db);
  await createSessions(db);
  await createFactors(db);
  await createIdentities(db);
  await createAuditEvents(db);
  await createCounts(db);
  await createOneTimeLinks(db);
  await createSettings(db);
  await createNotices(db);
  await createRejectedRequests(db);
  await createApiKeys(db);
  await createRevocations(db);
  await createDeliveries(db);
}

const withoutRowid = sql`without rowid`;

async function createUsers(db: Database): Promise<void> {
  await db.schema
    .createTable("user")
    .addColumn("id", "bigint", primary)
    .addColumn("screen_name", "text", required)
    .addColumn("folded_screen_name", "text", (column) => column.notNull().unique())
    .addColumn("name", "text", required)
    .addColumn("email", "text", required)
    .addColumn("email_verified", "integer", required)
    .addColumn("password_hash", "text", required)
    .addColumn("is_admin", "integer", required)
    .addColumn("created_at", "bigint", required)
    .addColumn("suspended_because", "text")
    .addColumn("password_requested_at", "bigint")
    .addColumn("notifications_off", "text", (column) => column.notNull().defaultTo(""))
    .addColumn("language", "text")
    .addColumn("email_distrusted", "integer", (column) => column.notNull().defaultTo(0))
    .modifyEnd(withoutRowid)
    .execute();
  await index(db, "user", ["created_at", "id"]);
  await db.schema
    .createIndex("user_folded_email")
    .on("user")
    .expression(sql`lower(email), folded_screen_name`)
    .where(sql.ref("email"), "!=", "")
    .execute();
  // Accounts with a verified address are found first, however many others name it.
  await db.schema
    .createIndex("user_verified_email")
    .on("user")
    .expression(sql`lower(email), folded_screen_name`)
    .where(sql.ref("email_verified"), "=", 1)
    .execute();
  await db.schema
    .createIndex("user_suspended")
    .on("user")
    .column("folded_screen_name")
    .where(sql.ref("suspended_because"), "is not", null)
    .execute();
  await db.schema
    .createIndex("user_admin")
    .on("user")
    .column("folded_screen_name")
    .where(sql.ref("is_admin"), "=", 1)
    .execute();

  await db.schema
    .createTable("reserved_screen_name")
    .addColumn("folded_screen_name", "text", primary)
    // No foreign key, because the name of a deleted user is reserved too.
    .addColumn("user_id", "bigint", required)
    .addColumn("until", "bigint", required)
    .modifyEnd(withoutRowid)
    .execute();
  await index(db, "reserved_screen_name", ["user_id"]);
  await index(db, "reserved_screen_name", ["until"]);
}

async function createApplications(db: Database): Promise<void> {
  await db.schema
    .createTable("application")
    .addColumn("id", "bigint", primary)
    .addColumn("owner_id", "bigint", (column) => column.notNull().references("user.id"))
    .addColumn("name", "text", required)
    .addColumn("folded_name", "text", required)
    .addColumn("description", "text", required)
    .addColumn("website", "text", required)
    .addColumn("access", "text", required)
    .addColumn("sign_in", "integer", required)
    .addColumn("request_email", "integer", required)
    .addColumn("consumer_key", "text", (column) => column.notNull().unique())
    .addColumn("consumer_secret", "blob", required)
    .addColumn("secret_set_at", "bigint", required)
    .addColumn("previous_secret", "blob")
    .addColumn("previous_secret_until", "bigint")
    .addColumn("callbacks", "text", required)
    .addColumn("limits", "text")
    .addColumn("created_at", "bigint", required)
    .addColumn("suspended_because", "text")
    .addColumn("confirmed_schemes", "text", (column) => column.notNull().defaultTo(" "))
    .addColumn("waits", "integer", (column) => column.notNull().defaultTo(0))
    .addColumn("terms_url", "text", (column) => column.notNull().defaultTo(""))
    .addColumn("privacy_url", "text", (column) => column.notNull().defaultTo(""))
    .addColumn("support_url", "text", (column) => column.notNull().defaultTo(""))
    .addColumn("icon", "text")
    .addColumn("identity_changed_at", "bigint")
    .addColumn("secret_reported", "bigint", (column) => column.notNull().defaultTo(0))
    .addColumn("require_sha256", "integer", (column) => column.notNull().defaultTo(0))
    .modifyEnd(withoutRowid)
    .execute();
  await index(db, "application", ["owner_id", "folded_name", "id"]);
  await index(db, "application", ["folded_name", "id"]);
  await index(db, "application", ["created_at", "id"]);
  await index(db, "application", ["previous_secret_until"]);
  await db.schema
    .createIndex("application_suspended")
    .on("application")
    .columns(["folded_name", "id"])
    .where(sql.ref("suspended_because"), "is not", null)
    .execute();
  await db.schema
    .createIndex("application_waits")
    .on("application")
    .columns(["folded_name", "id"])
    .where(sql.ref("waits"), "=", 1)
    .execute();
  await db.schema
    .createIndex("application_limits")
    .on("application")
    .column("id")
    .where(sql.ref("limits"), "is not", null)
    .execute();
  await db.schema
    .createIndex("application_secret_unreported")
    .on("application")
    .columns(["secret_set_at"])
    .where(sql.ref("secret_reported"), "<>", sql.ref("secret_set_at"))
    .execute();

  await db.schema
    .createTable("application_icon")
    .addColumn("application_id", "bigint", primaryOfApplication)
    .addColumn("image", "blob", required)
    .execute();

  await db.schema
    .createTable("deleted_application")
    .addColumn("id", "bigint", primary)
    .addColumn("name", "text", required)
    .modifyEnd(withoutRowid)
    .execute();
}

async function createCollaborators(db: Database): Promise<void> {
  await db.schema
    .createTable("collaborator")
    .addColumn("application_id", "bigint", ofApplication)
    .addColumn("user_id", "bigint", ofUser)
    .addColumn("role", "text", required)
    .addColumn("accepted", "integer", required)
    .addColumn("invited_at", "bigint", required)
    .addColumn("invited_by", "bigint", (column) =>
      column.references("user.id").onDelete("set null"),
    )
    .addPrimaryKeyConstraint("collaborator_key", ["application_id", "user_id"])
    .modifyEnd(withoutRowid)
    .execute();
  const ofOneUser = ["user_id", "accepted", "invited_at", "application_id"];
  await index(db, "collaborator", ofOneUser, "collaborator_user");
  await index(db, "collaborator", ["invited_by"]);
  await db.schema
    .createIndex("collaborator_waiting")
    .on("collaborator")
    .column("invited_at")
    .where(sql.ref("accepted"), "=", sql`0`)
    .execute();

  await db.schema
    .createTable("ownership_offer")
    .addColumn("application_id", "bigint", primaryOfApplication)
    .addColumn("user_id", "bigint", ofUser)
    .addColumn("offered_at", "bigint", required)
    .execute();
  const toOneUser = ["user_id", "offered_at", "application_id"];
  await index(db, "ownership_offer", toOneUser, "ownership_offer_user");
  await index(db, "ownership_offer", ["offered_at"]);
}

async function createRequestTokens(db: Database): Promise<void> {
  await db.schema
    .createTable("request_token")
    .addColumn("token", "text", primary)
    .addColumn("secret", "blob", required)
    .addColumn("application_id", "bigint", ofApplication)
    .addColumn("callback", "text", required)
    .addColumn("access", "text", required)
    .addColumn("request_email", "integer", required)
    .addColumn("expires_at", "bigint", required)
    .addColumn("approved_by", "bigint", (column) =>
      column.references("user.id").onDelete("cascade"),
    )
    .addColumn("canceled", "integer", required)
    .addColumn("verifier_digest", "text")
    .addColumn("wrong_tries", "integer", required)
    .addColumn("approved_at", "bigint")
    .addColumn("approved_explicitly", "integer", (column) => column.notNull().defaultTo(0))
    .modifyEnd(withoutRowid)
    .execute();
  await index(db, "request_token", ["expires_at"]);
  // Tokens are random, so each new one would change a separate page of these two indexes. Rows are added at the end of
  // the one, and enter the other only once they are approved.
  await index(db, "request_token", ["application_id", "expires_at"]);
  await db.schema
    .createIndex("request_token_approved_by")
    .on("request_token")
    .column("approved_by")
    .where(sql.ref("approved_by"), "is not", null)
    .execute();
}

async function createAccessTokens(db: Database): Promise<void> {
  await db.schema
    .createTable("access_token")
    .addColumn("token", "text", primary)
    .addColumn("secret", "blob", required)
    .addColumn("application_id", "bigint", ofApplication)
    .addColumn("user_id", "bigint", ofUser)
    .addColumn("access", "text", required)
    .addColumn("email_granted", "integer", required)
    .addColumn("created_at", "bigint", required)
    .addColumn("last_used_day", "integer")
    .modifyEnd(withoutRowid)
    .execute();
  await db.schema
    .createIndex("access_token_one_per_grant")
    .on("access_token")
    .columns(["application_id", "user_id", "access"])
    .unique()
    .execute();
  await index(db, "access_token", ["user_id", "application_id"]);

  // They refer to the grant in `access_token`, so writes that end or lower it do the same to them.
  await db.schema
    .createTable("further_access_token")
    .addColumn("token", "text", primary)
    .addColumn("secret", "blob", required)
    .addColumn("application_id", "bigint", required)
    .addColumn("user_id", "bigint", required)
    .addColumn("access", "text", required)
    .addColumn("email_granted", "integer", required)
    .addColumn("created_at", "bigint", required)
    .addColumn("last_used_day", "integer")
    .addForeignKeyConstraint(
      "further_access_token_grant",
      ["application_id", "user_id", "access"],
      "access_token",
      ["application_id", "user_id", "access"],
      (constraint) => constraint.onDelete("cascade").onUpdate("cascade"),
    )
    .execute();
  await index(db, "further_access_token", ["user_id", "application_id"]);
}

async function createBearerTokens(db: Database): Promise<void> {
  for (const table of ["bearer_token", "previous_bearer_token"]) {
    await db.schema
      .createTable(table)
      .addColumn("application_id", "bigint", primaryOfApplication)
      .addColumn("digest", "text", (column) => column.notNull().unique())
      .addColumn("token", "blob", required)
      .addColumn("created_at", "bigint", required)
      .modifyEnd(withoutRowid)
      .execute();
  }
}

async function createSessions(db: Database): Promise<void> {
  await db.schema
    .createTable("session")
    .addColumn("digest", "text", primary)
    .addColumn("user_id", "bigint", ofUser)
    .addColumn("signed_in_for", "text")
    .addColumn("signed_in_at", "bigint", required)
    .addColumn("last_seen_at", "bigint", required)
    .addColumn("user_agent", "text", required)
    .addColumn("address", "text", required)
    .addColumn("auth_events", "text")
    .addColumn("provider_issuer", "text")
    .addColumn("provider_subject", "text")
    .addColumn("provider_sid", "text")
    .modifyEnd(withoutRowid)
    .execute();
  await index(db, "session", ["user_id", "digest"]);
  await index(db, "session", ["last_seen_at"]);
  await index(db, "session", ["signed_in_at"]);
  await index(db, "session", ["provider_issuer", "provider_sid"], "session_provider");

  const waiting = "waiting_sign_in";
  await db.schema
    .createTable(waiting)
    .addColumn("digest", "text", primary)
    .addColumn("user_id", "bigint", ofUser)
    .addColumn("auth_events", "text", required)
    .addColumn("signed_in_for", "text")
    .addColumn("expires_at", "bigint", required)
    .addColumn("provider_issuer", "text")
    .addColumn("provider_subject", "text")
    .addColumn("provider_sid", "text")
    .modifyEnd(withoutRowid)
    .execute();
  await index(db, waiting, ["user_id"]);
  await index(db, waiting, ["expires_at"]);
  await index(db, waiting, ["provider_issuer", "provider_sid"], "waiting_sign_in_provider");
}

async function createFactors(db: Database): Promise<void> {
  await db.schema
    .createTable("totp")
    .addColumn("user_id", "bigint", (column) =>
      column.primaryKey().references("user.id").onDelete("cascade"),
    )
    .addColumn("secret", "blob", required)
    .addColumn("last_step", "bigint", required)
    .addColumn("created_at", "bigint", required)
    .execute();

  await db.schema
    .createTable("recovery_code")
    .addColumn("user_id", "bigint", ofUser)
    .addColumn("digest", "text", required)
    .addPrimaryKeyConstraint("recovery_code_key", ["user_id", "digest"])
    .modifyEnd(withoutRowid)
    .execute();

  await db.schema
    .createTable("passkey")
    .addColumn("credential_id", "text", primary)
    .addColumn("user_id", "bigint", ofUser)
    .addColumn("name", "text", required)
    .addColumn("public_key", "blob", required)
    .addColumn("sign_count", "bigint", required)
    .addColumn("transports", "text", required)
    .addColumn("created_at", "bigint", required)
    .addColumn("last_used_at", "bigint")
    .execute();
  await index(db, "passkey", ["user_id", "created_at"], "passkey_user");
}

async function createIdentities(db: Database): Promise<void> {
  await db.schema
    .createTable("identity")
    .addColumn("issuer", "text", required)
    .addColumn("subject", "text", required)
    .addColumn("user_id", "bigint", ofUser)
    .addColumn("linked_at", "bigint", required)
    .addPrimaryKeyConstraint("identity_key", ["issuer", "subject"])
    .modifyEnd(withoutRowid)
    .execute();
  await index(db, "identity", ["user_id", "linked_at"], "identity_user");

  await db.schema
    .createTable("provider_logout")
    .addColumn("issuer", "text", required)
    .addColumn("token_id", "text", required)
    .addColumn("subject", "text")
    .addColumn("sid", "text")
    .addColumn("at", "bigint", required)
    .addPrimaryKeyConstraint("provider_logout_token", ["issuer", "token_id"])
    .execute();
  await index(db, "provider_logout", ["issuer", "subject"], "provider_logout_subject");
  await index(db, "provider_logout", ["issuer", "sid"], "provider_logout_sid");
  await index(db, "provider_logout", ["at"]);
}

async function createAuditEvents(db: Database): Promise<void> {
  await db.schema
    .createTable("audit_event")
    .addColumn("id", "integer", (column) => column.primaryKey().autoIncrement())
    .addColumn("at", "bigint", required)
    .addColumn("name", "text", required)
    .addColumn("actor", "text", required)
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
}

async function createCounts(db: Database): Promise<void> {
  // A day's count can have several rows, so that concurrent writes change different rows.
  await db.schema
    .createTable("grant_count")
    .addColumn("application_id", "bigint", ofApplication)
    .addColumn("day", "integer", required)
    .addColumn("access", "text", required)
    .addColumn("slot", "integer", (column) => column.notNull().defaultTo(0))
    .addColumn("change", "integer", required)
    .addPrimaryKeyConstraint("grant_count_key", ["application_id", "day", "access", "slot"])
    .modifyEnd(withoutRowid)
    .execute();

  await db.schema
    .createTable("use_count")
    // No foreign key, because 0 counts the whole service, and the counts of deleted applications expire with time.
    .addColumn("application_id", "bigint", required)
    .addColumn("resolution", "integer", required)
    .addColumn("at", "bigint", required)
    .addColumn("kind", "text", required)
    .addColumn("count", "bigint", required)
    .addPrimaryKeyConstraint("use_count_key", ["application_id", "resolution", "at", "kind"])
    .modifyEnd(withoutRowid)
    .execute();
  await index(db, "use_count", ["resolution", "at"]);
}

async function createOneTimeLinks(db: Database): Promise<void> {
  await db.schema
    .createTable("one_time_link")
    .addColumn("digest", "text", primary)
    .addColumn("purpose", "text", required)
    .addColumn("user_id", "bigint", (column) => column.references("user.id").onDelete("cascade"))
    .addColumn("note", "text", required)
    .addColumn("created_at", "bigint", required)
    .addColumn("expires_at", "bigint", required)
    .addColumn("made_by", "bigint", (column) => column.references("user.id").onDelete("cascade"))
    .modifyEnd(withoutRowid)
    .execute();
  await index(db, "one_time_link", ["purpose", "digest"]);
  await index(db, "one_time_link", ["user_id"]);
  await index(db, "one_time_link", ["expires_at"]);
  await index(db, "one_time_link", ["made_by"]);
}

async function createSettings(db: Database): Promise<void> {
  await db.schema
    .createTable("setting")
    .addColumn("name", "text", primary)
    .addColumn("value", "text", required)
    .modifyEnd(withoutRowid)
    .execute();

  // The first start with a key ring fills it.
  await db.schema
    .createTable("ring_key")
    .addColumn("id", "text", primary)
    .addColumn("check_value", "text", required)
    .addColumn("seals", "integer", required)
    .modifyEnd(withoutRowid)
    .execute();
}

async function createNotices(db: Database): Promise<void> {
  await db.schema
    .createTable("notice")
    .addColumn("at", "bigint", required)
    .addColumn("application_id", "bigint", ofApplication)
    .addColumn("about", "text", required)
    .addColumn("also", "text", required)
    .addPrimaryKeyConstraint("notice_key", ["at", "application_id", "about"])
    .modifyEnd(withoutRowid)
    .execute();
  await index(db, "notice", ["application_id"], "notice_application");

  await db.schema
    .createTable("limit_notice")
    .addColumn("application_id", "bigint", ofApplication)
    .addColumn("limit_name", "text", required)
    .addColumn("percent", "integer", required)
    .addColumn("at", "bigint", required)
    .addPrimaryKeyConstraint("limit_notice_key", ["application_id", "limit_name"])
    .modifyEnd(withoutRowid)
    .execute();

  await db.schema
    .createTable("account_notice")
    // No foreign key, because a user whose account was deleted has to hear how it came to that.
    .addColumn("user_id", "bigint", required)
    .addColumn("email", "text", required)
    .addColumn("news", "text", required)
    .addColumn("unverified", "integer", required)
    .addColumn("screen_name", "text", required)
    .addColumn("at", "bigint", required)
    .addColumn("language", "text")
    .addPrimaryKeyConstraint("account_notice_key", ["user_id", "email", "news"])
    .modifyEnd(withoutRowid)
    .execute();
  await index(db, "account_notice", ["unverified", "at"], "account_notice_in_order");
}

async function createRejectedRequests(db: Database): Promise<void> {
  await db.schema
    .createTable("rejected_request")
    .addColumn("id", "text", primary)
    .addColumn("application_id", "bigint", ofApplication)
    .addColumn("at", "bigint", required)
    .addColumn("operation", "text", required)
    .addColumn("code", "integer", required)
    .addColumn("network", "text", required)
    .addColumn("explanation", "blob", required)
    .execute();
  const inOrder = ["application_id", "at", "id"];
  await index(db, "rejected_request", inOrder, "rejected_request_application");
  await index(db, "rejected_request", ["at"]);
}

async function createApiKeys(db: Database): Promise<void> {
  await db.schema
    .createTable("api_key")
    .addColumn("id", "bigint", primary)
    .addColumn("name", "text", (column) => column.notNull().unique())
    .addColumn("digest", "text", (column) => column.notNull().unique())
    .addColumn("prefix", "text", required)
    .addColumn("role", "text", required)
    .addColumn("created_by", "text", required)
    .addColumn("created_at", "bigint", required)
    .addColumn("expires_at", "bigint")
    .addColumn("last_used_at", "bigint")
    .execute();
  await index(db, "api_key", ["created_by"]);
  await db.schema
    .createTable("admin_request")
    .addColumn("digest", "text", primary)
    .addColumn("request", "text", required)
    .addColumn("api_key_id", "bigint", required)
    .addColumn("attempt", "text", required)
    .addColumn("begun_at", "bigint", required)
    .addColumn("reply", "blob")
    .addColumn("reply_bytes", "bigint", required)
    .addColumn("erased", "integer", required)
    .addColumn("user_id", "bigint")
    .addColumn("application_id", "bigint")
    .modifyEnd(withoutRowid)
    .execute();
  for (const column of ["begun_at", "user_id", "application_id"]) {
    await index(db, "admin_request", [column]);
  }
  // It covers what is counted before each call.
  await index(db, "admin_request", ["api_key_id", "begun_at", "reply_bytes"]);
}

async function createRevocations(db: Database): Promise<void> {
  await db.schema
    .createTable("revocation")
    .addColumn("id", "integer", (column) => column.primaryKey().autoIncrement())
    .addColumn("mark", "text", (column) => column.notNull().unique())
    .addColumn("at", "bigint", required)
    .addColumn("kind", "text", required)
    .addColumn("subject", "text", required)
    .addColumn("detail", "text")
    .execute();
  // Imports look up whether each record was revoked here, in a list that only grows.
  await index(db, "revocation", ["kind", "subject"]);
  await createRevocationTriggers(db);
}

async function createDeliveries(db: Database): Promise<void> {
  await db.schema
    .createTable("receiver")
    .addColumn("id", "text", primary)
    .addColumn("events", "text", required)
    .addColumn("named_at", "bigint", required)
    .addColumn("lease", "text", (column) => column.notNull().defaultTo(""))
    .addColumn("leased_until", "bigint", (column) => column.notNull().defaultTo(0))
    .addColumn("next_at", "bigint", (column) => column.notNull().defaultTo(0))
    .addColumn("failures", "integer", (column) => column.notNull().defaultTo(0))
    .addColumn("failing_since", "bigint")
    .addColumn("dropped", "bigint", (column) => column.notNull().defaultTo(0))
    .modifyEnd(withoutRowid)
    .execute();

  await db.schema
    .createTable("delivery")
    // No foreign key, because checking it would lock a row that every delivery changes.
    .addColumn("receiver", "text", required)
    .addColumn("event_id", "bigint", required)
    .addColumn("mark", "text", required)
    .addColumn("at", "bigint", required)
    .addColumn("due_at", "bigint", required)
    .addColumn("tries", "integer", required)
    .addPrimaryKeyConstraint("delivery_key", ["receiver", "event_id"])
    .modifyEnd(withoutRowid)
    .execute();
  await index(db, "delivery", ["receiver", "due_at", "event_id"], "delivery_due");
  await index(db, "delivery", ["receiver", "at"]);
  await index(db, "delivery", ["at"]);
  const inPostgres = db.getExecutor().adapter instanceof PostgresAdapter;
  for (const part of inPostgres ? postgresTrigger : [sqliteTrigger]) await part.execute(db);
}

/**
 * Adds the deliveries of an event in the same transaction as the event, for every statement that records it, and
 * without another round trip.
 */
const sqliteTrigger = sql`create trigger delivery_of_event after insert on audit_event for each row begin
    insert into delivery (receiver, event_id, mark, at, due_at, tries)
      select id, new.id, lower(hex(randomblob(16))), new.at, new.at, 0 from receiver
        where events = '*' or instr(events, ' ' || new.name || ' ') > 0;
  end`;

const postgresTrigger = [
  sql`create function delivery_of_event() returns trigger language plpgsql as $$ begin
    insert into delivery (receiver, event_id, mark, at, due_at, tries)
      select id, new.id, replace(cast(gen_random_uuid() as text), '-', ''), new.at, new.at, 0 from receiver
        where events = '*' or position(' ' || new.name || ' ' in events) > 0;
    return null; end $$`,
  sql`create trigger delivery_of_event after insert on audit_event
    for each row execute function delivery_of_event()`,
];

async function index(
  db: Database,
  table: string,
  columns: string[],
  name = `${table}_${columns.join("_")}`,
): Promise<void> {
  await db.schema.createIndex(name).on(table).columns(columns).execute();
}

function primary(column: ColumnDefinitionBuilder): ColumnDefinitionBuilder {
  return column.primaryKey();
}

function required(column: ColumnDefinitionBuilder): ColumnDefinitionBuilder {
  return column.notNull();
}

function ofUser(column: ColumnDefinitionBuilder): ColumnDefinitionBuilder {
  return column.notNull().references("user.id").onDelete("cascade");
}

function ofApplication(column: ColumnDefinitionBuilder): ColumnDefinitionBuilder {
  return column.notNull().references("application.id").onDelete("cascade");
}

function primaryOfApplication(column: ColumnDefinitionBuilder): ColumnDefinitionBuilder {
  return column.primaryKey().references("application.id").onDelete("cascade");
}
