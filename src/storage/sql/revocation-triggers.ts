/**
 * Triggers that record what is revoked, so that restoring a backup does not revive it. They write in the same
 * transaction as the change, including cascades, so no statement can forget it. A migration creates them, so a change
 * here needs another migration.
 */
import type { RevocationKind } from "../../domain/revocations.ts";

/** This is false while the row is deleted together with its user, whose own revocation covers it. */
const userExists = 'exists (select 1 from "user" where id = old.user_id)';

/** The same for its application. */
const applicationExists = "exists (select 1 from application where id = old.application_id)";

/** In SQLite's dialect. Each selects the subject of the revocation, its detail, and on which condition. */
export const revocationTriggers = `
${revoked("access-token", "delete on access_token")}
  old.token, null where ${applicationExists} and ${userExists}; end;
${revoked("write-access", "update of access on access_token")}
  old.token, null where old.access = 'write' and new.access = 'read'; end;
-- A token that moves to previous_bearer_token is not revoked (docs/adr/0066-secrets-and-bearer-tokens.md).
${revoked("bearer-token", "delete on bearer_token")}
  old.digest, null where ${applicationExists} and not exists (select 1 from previous_bearer_token where digest = old.digest); end;
${revoked("application", "delete on application")}
  cast(old.id as text), null; end;
${revoked("consumer-secret", "update of secret_set_at on application")}
  cast(old.id as text), null where old.secret_set_at <> new.secret_set_at; end;
${revoked("previous-secret", "update of previous_secret on application")}
  cast(old.id as text), null where old.previous_secret is not null and new.previous_secret is null; end;
${revoked("application-write", "update of access on application")}
  cast(old.id as text), null where old.access = 'write' and new.access = 'read'; end;
${revoked("application-service", "update of suspended_because on application")}
  cast(old.id as text), new.suspended_because where old.suspended_because is null and new.suspended_because is not null; end;
${revoked("approval", "update of approval on application")}
  cast(old.id as text), new.approval_text where new.approval is not null and new.awaited_access is null and new.awaited_callbacks is null
    and (old.approval is null or old.awaited_access is not null or old.awaited_callbacks is not null); end;
${revoked("ownership", "update of owner_id on application")}
  cast(old.id as text), cast(new.owner_id as text) where old.owner_id <> new.owner_id; end;
${revoked("collaborator", "delete on collaborator")}
  cast(old.application_id as text), cast(old.user_id as text) where ${applicationExists} and ${userExists}; end;
${revoked("collaborator", "update of role on collaborator")}
  cast(old.application_id as text), cast(old.user_id as text) where old.role = 'editor' and new.role <> 'editor'; end;
${revoked("user", 'delete on "user"')}
  cast(old.id as text), null; end;
${revoked("user-service", 'update of suspended_because on "user"')}
  cast(old.id as text), new.suspended_because where old.suspended_because is null and new.suspended_because is not null; end;
${revoked("admin", 'update of is_admin on "user"')}
  cast(old.id as text), null where old.is_admin = 1 and new.is_admin = 0; end;
${revoked("password", 'update of password_hash on "user"')}
  cast(old.id as text), null where old.password_hash <> new.password_hash; end;
${revoked("recovery-code", "delete on recovery_code")}
  cast(old.user_id as text), old.digest where ${userExists}; end;
${revoked("email", 'update of email on "user"')}
  cast(old.id as text), null where old.email <> new.email and old.email <> ''; end;
${revoked("identity", "delete on identity")}
  cast(old.user_id as text), old.issuer || ' ' || old.subject where ${userExists}; end;
${revoked("passkey", "delete on passkey")}
  cast(old.user_id as text), old.credential_id where ${userExists}; end;
-- So that a repeated import does not bring it back.
${revoked("authenticator-app", "delete on totp")}
  cast(old.user_id as text), null where ${userExists}; end;
-- A backup made before the account was recovered still trusts the address.
${revoked("email", 'update of email_distrusted on "user"')}
  cast(old.id as text), null where old.email_distrusted = 0 and new.email_distrusted = 1; end;
${revoked("access-token", "delete on further_access_token")}
  old.token, null where ${applicationExists} and ${userExists} and not exists (select 1 from access_token where token = old.token); end;
${revoked("write-access", "update of access on further_access_token")}
  old.token, null where old.access = 'write' and new.access = 'read'; end;
${revoked("access-token", "update of token on access_token")}
  old.token, null where old.token <> new.token and not exists (select 1 from further_access_token where token = old.token); end;
${revoked("bearer-token", "delete on previous_bearer_token")}
  old.digest, null where ${applicationExists}; end;
${revoked("api-key", "delete on api_key")}
  old.digest, null; end;
-- A backup from before the rotation has the replaced key as the present one, and does not know its overlap.
${revoked("api-key", "update of digest on api_key")}
  old.digest, null where old.digest <> new.digest; end;
`;

function revoked(kind: RevocationKind, change: string): string {
  const [event = "", table = ""] = change.split(" on ");
  return `create trigger revocation_${table.replaceAll('"', "")}_${event.split(" ").at(-1)} after ${change} for each row begin
    insert into revocation (mark, at, kind, subject, detail) select lower(hex(randomblob(16))),
      cast((julianday('now') - 2440587.5) * 86400000 as integer), '${kind}',`;
}
