/** The ledger's tables, as Kysely sees them. Times are milliseconds since the epoch; flags are 0 and 1. */
import type { Generated } from "kysely";

export interface Tables {
  user: UserTable;
  application: ApplicationTable;
  request_token: RequestTokenTable;
  access_token: AccessTokenTable;
  bearer_token: BearerTokenTable;
  session: SessionTable;
  audit_event: AuditEventTable;
}

interface UserTable {
  id: number;
  screen_name: string;
  /** Lower case; unique. */
  folded_screen_name: string;
  name: string;
  email: string;
  /** PHC string form of argon2id. */
  password_hash: string;
  created_at: number;
  suspended_because: string | null;
}

interface ApplicationTable {
  id: number;
  owner_id: number;
  name: string;
  description: string;
  website: string;
  access: "read" | "write";
  sign_in: number;
  request_email: number;
  consumer_key: string;
  /** Sealed. */
  consumer_secret: Uint8Array;
  secret_set_at: number;
  /** Sealed; signs too until `old_secret_until`. */
  old_secret: Uint8Array | null;
  old_secret_until: number | null;
  /** A JSON array of URLs. */
  callbacks: string;
  created_at: number;
  suspended_because: string | null;
}

interface RequestTokenTable {
  token: string;
  /** Sealed. */
  secret: Uint8Array;
  application_id: number;
  callback: string;
  access: "read" | "write";
  request_email: number;
  expires_at: number;
  approved_by: number | null;
  cancelled: number;
  /** SHA-256 of a long verifier, or `<key id>.<HMAC>` of a PIN; null until approved. */
  verifier_digest: string | null;
  wrong_tries: number;
}

interface AccessTokenTable {
  token: string;
  /** Sealed. */
  secret: Uint8Array;
  application_id: number;
  user_id: number;
  access: "read" | "write";
  email_granted: number;
  created_at: number;
}

interface BearerTokenTable {
  application_id: number;
  digest: string;
  /** Sealed. */
  token: Uint8Array;
  created_at: number;
}

interface SessionTable {
  digest: string;
  user_id: number;
  signed_in_for: string | null;
  signed_in_at: number;
  last_seen_at: number;
  user_agent: string;
  address: string;
}

interface AuditEventTable {
  id: Generated<number>;
  at: number;
  name: string;
  actor: string;
  user_id: number | null;
  application_id: number | null;
  address: string | null;
  /** A JSON object. */
  details: string | null;
}

/** The migrations that make it, in order. */
export const schemaMigrations = ["0001-ledger"] as const;
