/**
 * Triggers that record what is revoked, so that restoring a backup does not revive it. They write in the same
 * transaction as the change, including cascades, so no statement can forget it. A migration creates them, so a change
 * here needs another migration.
 */
import { type Kysely, PostgresAdapter, sql } from "kysely";
import type { RevocationKind } from "../../domain/revocations.ts";

export async function createRevocationTriggers(db: Kysely<unknown>): Promise<void> {
  const inPostgres = db.getExecutor().adapter instanceof PostgresAdapter;
  for (const trigger of triggers) {
    for (const text of inPostgres ? postgresTrigger(trigger) : [sqliteTrigger(trigger)]) {
      await sql.raw(text).execute(db);
    }
  }
}

interface RevocationTrigger {
  readonly kind: RevocationKind;
  readonly table: string;
  /** The change of a row: it is deleted, or one of its columns changes. */
  readonly on: "delete" | `update of ${string}`;
  readonly when: string;
  readonly subject: string;
  readonly detail?: string;
}

/** This is false while the row is deleted together with its user, whose own revocation covers it. */
const userExists = 'exists (select 1 from "user" where id = old.user_id)';

/** The same for its application. */
const applicationExists = "exists (select 1 from application where id = old.application_id)";

const triggers: readonly RevocationTrigger[] = [
  {
    kind: "access-token",
    table: "access_token",
    on: "delete",
    when: `${applicationExists} and ${userExists}`,
    subject: "old.token",
  },
  {
    kind: "write-access",
    table: "access_token",
    on: "update of access",
    when: "old.access = 'write' and new.access = 'read'",
    subject: "old.token",
  },
  {
    kind: "bearer-token",
    table: "bearer_token",
    on: "delete",
    // A token that moves to `previous_bearer_token` is not revoked (docs/adr/0066-secrets-and-bearer-tokens.md).
    when: `${applicationExists}
      and not exists (select 1 from previous_bearer_token where digest = old.digest)`,
    subject: "old.digest",
  },
  {
    kind: "application",
    table: "application",
    on: "delete",
    when: "1 = 1",
    subject: "cast(old.id as text)",
  },
  {
    kind: "consumer-secret",
    table: "application",
    on: "update of secret_set_at",
    when: "old.secret_set_at <> new.secret_set_at",
    subject: "cast(old.id as text)",
  },
  {
    kind: "previous-secret",
    table: "application",
    on: "update of previous_secret",
    when: "old.previous_secret is not null and new.previous_secret is null",
    subject: "cast(old.id as text)",
  },
  {
    kind: "application-write",
    table: "application",
    on: "update of access",
    when: "old.access = 'write' and new.access = 'read'",
    subject: "cast(old.id as text)",
  },
  {
    kind: "application-service",
    table: "application",
    on: "update of suspended_because",
    when: "old.suspended_because is null and new.suspended_because is not null",
    subject: "cast(old.id as text)",
    detail: "new.suspended_because",
  },
  {
    kind: "ownership",
    table: "application",
    on: "update of owner_id",
    when: "old.owner_id <> new.owner_id",
    subject: "cast(old.id as text)",
    detail: "cast(new.owner_id as text)",
  },
  {
    kind: "collaborator",
    table: "collaborator",
    on: "delete",
    when: `${applicationExists} and ${userExists}`,
    subject: "cast(old.application_id as text)",
    detail: "cast(old.user_id as text)",
  },
  {
    kind: "collaborator",
    table: "collaborator",
    on: "update of role",
    when: "old.role = 'editor' and new.role <> 'editor'",
    subject: "cast(old.application_id as text)",
    detail: "cast(old.user_id as text)",
  },
  {
    kind: "user",
    table: "user",
    on: "delete",
    when: "1 = 1",
    subject: "cast(old.id as text)",
  },
  {
    kind: "user-service",
    table: "user",
    on: "update of suspended_because",
    when: "old.suspended_because is null and new.suspended_because is not null",
    subject: "cast(old.id as text)",
    detail: "new.suspended_because",
  },
  {
    kind: "admin",
    table: "user",
    on: "update of is_admin",
    when: "old.is_admin = 1 and new.is_admin = 0",
    subject: "cast(old.id as text)",
  },
  {
    kind: "password",
    table: "user",
    on: "update of password_hash",
    when: "old.password_hash <> new.password_hash",
    subject: "cast(old.id as text)",
  },
  {
    kind: "recovery-code",
    table: "recovery_code",
    on: "delete",
    when: userExists,
    subject: "cast(old.user_id as text)",
    detail: "old.digest",
  },
  {
    kind: "email",
    table: "user",
    on: "update of email",
    when: "old.email <> new.email and old.email <> ''",
    subject: "cast(old.id as text)",
  },
  {
    kind: "identity",
    table: "identity",
    on: "delete",
    when: userExists,
    subject: "cast(old.user_id as text)",
    detail: "old.issuer || ' ' || old.subject",
  },
  {
    kind: "passkey",
    table: "passkey",
    on: "delete",
    when: userExists,
    subject: "cast(old.user_id as text)",
    detail: "old.credential_id",
  },
  {
    // So that a repeated import does not bring it back.
    kind: "authenticator-app",
    table: "totp",
    on: "delete",
    when: userExists,
    subject: "cast(old.user_id as text)",
  },
  {
    // A backup made before the account was recovered still trusts the address.
    kind: "email",
    table: "user",
    on: "update of email_distrusted",
    when: "old.email_distrusted = 0 and new.email_distrusted = 1",
    subject: "cast(old.id as text)",
  },
  {
    kind: "access-token",
    table: "further_access_token",
    on: "delete",
    when: `${applicationExists} and ${userExists} and not exists (select 1 from access_token where token = old.token)`,
    subject: "old.token",
  },
  {
    kind: "write-access",
    table: "further_access_token",
    on: "update of access",
    when: "old.access = 'write' and new.access = 'read'",
    subject: "old.token",
  },
  {
    kind: "access-token",
    table: "access_token",
    on: "update of token",
    when: "old.token <> new.token and not exists (select 1 from further_access_token where token = old.token)",
    subject: "old.token",
  },
  {
    kind: "bearer-token",
    table: "previous_bearer_token",
    on: "delete",
    when: applicationExists,
    subject: "old.digest",
  },
  {
    kind: "api-key",
    table: "api_key",
    on: "delete",
    when: "1 = 1",
    subject: "old.digest",
  },
];

function sqliteTrigger(trigger: RevocationTrigger): string {
  const mark = "lower(hex(randomblob(16)))";
  const now = "cast((julianday('now') - 2440587.5) * 86400000 as integer)";
  return `create trigger "${nameOf(trigger)}" after ${trigger.on} on "${trigger.table}" for each row
    begin ${rowOf(trigger, mark, now)} end`;
}

function postgresTrigger(trigger: RevocationTrigger): readonly string[] {
  const name = nameOf(trigger);
  const mark = "replace(cast(gen_random_uuid() as text), '-', '')";
  const now = "cast(extract(epoch from clock_timestamp()) * 1000 as bigint)";
  return [
    `create function "${name}"() returns trigger language plpgsql as $$
      begin ${rowOf(trigger, mark, now)} return null; end $$`,
    `create trigger "${name}" after ${trigger.on} on "${trigger.table}"
      for each row execute function "${name}"()`,
  ];
}

function rowOf(
  { kind, when, subject, detail }: RevocationTrigger,
  mark: string,
  now: string,
): string {
  return `insert into revocation (mark, at, kind, subject, detail)
    select ${mark}, ${now}, '${kind}', ${subject}, ${detail ?? "null"} where ${when};`;
}

function nameOf({ table, on }: RevocationTrigger): string {
  return `revocation_${table}_${on.split(" ").at(-1)}`;
}
