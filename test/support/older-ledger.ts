/** Turns a SQLite ledger back into one that an earlier version wrote. */
import type { DatabaseSync } from "node:sqlite";

/** Undoes each migration, the latest first. */
const undone: readonly (readonly [migration: string, statements: string])[] = [
  ["0032", "alter table request_token drop column approved_explicitly"],
  [
    "0031",
    `drop trigger revocation_bearer_token_delete; drop table previous_bearer_token;
     create trigger revocation_bearer_token_delete after delete on bearer_token for each row begin
       insert into revocation (mark, at, kind, subject)
         select lower(hex(randomblob(16))), 0, 'bearer-token', old.digest
         where exists (select 1 from application where id = old.application_id);
     end`,
  ],
  ["0030", "drop trigger revocation_access_token_token; drop table further_access_token"],
  ["0029", "alter table request_token drop column approved_at"],
  [
    "0028",
    `drop trigger revocation_user_email_distrusted; alter table "user" drop column email_distrusted`,
  ],
  ["0027", "drop trigger revocation_totp_delete"],
  ["0026", "alter table account_notice drop column language"],
  ["0025", "drop index collaborator_invited_by; alter table collaborator drop column invited_by"],
  ["0024", "drop table account_notice"],
  [
    "0023",
    `drop index collaborator_waiting; drop index ownership_offer_offered_at;
     drop index collaborator_user; drop index ownership_offer_user;
     create index collaborator_user on collaborator (user_id, accepted, invited_at);
     create index ownership_offer_user on ownership_offer (user_id, offered_at)`,
  ],
  ["0022", "drop index one_time_link_made_by; alter table one_time_link drop column made_by"],
  ["0021", "drop table provider_logout"],
  [
    "0020",
    `drop index request_token_application_id_expires_at; drop index request_token_approved_by;
     create index request_token_application_id on request_token (application_id);
     create index request_token_approved_by on request_token (approved_by)`,
  ],
  ["0019", "drop table rejected_request"],
  ["0018", "drop trigger delivery_of_event; drop table delivery; drop table receiver"],
  ["0017", "drop index revocation_kind_subject"],
  ["0016", "drop trigger revocation_passkey_delete; drop table passkey"],
  [
    "0015",
    ["session", "waiting_sign_in"]
      .flatMap((table) => [
        `drop index ${table}_provider`,
        ...["issuer", "subject", "sid"].map(
          (column) => `alter table ${table} drop column provider_${column}`,
        ),
      ])
      .join("; "),
  ],
  ["0014", "drop trigger revocation_identity_delete; drop table identity"],
  ["0013", "drop index user_created_at_id"],
  [
    "0012",
    [
      ...["access_token_delete", "access_token_access", "bearer_token_delete"],
      ...["application_delete", "application_secret_set_at", "application_old_secret"],
      ...["application_access", "application_suspended_because", "application_owner_id"],
      ...["collaborator_delete", "collaborator_role", "recovery_code_delete", "user_delete"],
      ...["user_suspended_because", "user_is_admin", "user_password_hash", "user_email"],
    ]
      .map((trigger) => `drop trigger revocation_${trigger}; `)
      .join("")
      .concat("drop table revocation"),
  ],
  [
    "0011",
    [
      "drop table notice",
      "drop table limit_notice",
      "drop index application_secret_unreported",
      "alter table application drop column secret_reported",
      ...["notifications_off", "language"].map(
        (column) => `alter table "user" drop column ${column}`,
      ),
    ].join("; "),
  ],
  [
    "0010",
    [
      "drop table totp; drop table recovery_code; drop table waiting_sign_in",
      "alter table session drop column auth_events",
      'alter table "user" drop column password_requested_at',
    ].join("; "),
  ],
  [
    "0009",
    [
      ...["terms_url", "privacy_url", "support_url", "icon", "identity_changed_at"].map(
        (column) => `alter table application drop column ${column}`,
      ),
      "drop table application_icon",
    ].join("; "),
  ],
  ["0008", "drop table collaborator; drop table ownership_offer"],
  ["0007", "drop table deleted_application"],
  ["0005", "drop index application_waits; alter table application drop column waits"],
  ["0004", "drop table reserved_screen_name; drop index user_proven_email"],
  ["0003", "drop table ring_key"],
  ["0002", "alter table application drop column confirmed_schemes"],
];

/**
 * As if the migrations from this one on (such as `0003`) had not run. The changed shape of a table in 0006 stays, which
 * does no harm.
 */
export function forgetMigrations(database: DatabaseSync, from: string): void {
  for (const [migration, statements] of undone) if (migration >= from) database.exec(statements);
  database.prepare("delete from kysely_migration where name >= ?").run(from);
}
