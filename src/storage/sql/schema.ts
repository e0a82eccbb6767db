/** The ledger's tables, as Kysely sees them. Times are milliseconds since the epoch; flags are 0 and 1. */
import type { Generated } from "kysely";
import type { AccountNews } from "../../domain/account-notice.ts";
import type { CollaboratorRole } from "../../domain/collaborator.ts";
import type { EndedKind } from "../../domain/ended.ts";
import type { LinkPurpose } from "../../domain/one-time-link.ts";
import type { PasswordHash } from "../../domain/password-hash.ts";
import type { UsageKind } from "../../domain/usage.ts";

export interface Tables {
  user: UserTable;
  application: ApplicationTable;
  application_icon: ApplicationIconTable;
  collaborator: CollaboratorTable;
  ownership_offer: OwnershipOfferTable;
  request_token: RequestTokenTable;
  access_token: AccessTokenTable;
  bearer_token: BearerTokenTable;
  session: SessionTable;
  totp: TotpTable;
  recovery_code: RecoveryCodeTable;
  waiting_sign_in: WaitingSignInTable;
  identity: IdentityTable;
  passkey: PasskeyTable;
  audit_event: AuditEventTable;
  grant_count: GrantCountTable;
  one_time_link: OneTimeLinkTable;
  resting_screen_name: RestingScreenNameTable;
  setting: SettingTable;
  use_count: UseCountTable;
  deleted_application: DeletedApplicationTable;
  ring_key: RingKeyTable;
  notice: NoticeTable;
  limit_notice: LimitNoticeTable;
  account_notice: AccountNoticeTable;
  ended: EndedTable;
  refused_request: RefusedRequestTable;
  provider_logout: ProviderLogoutTable;
  receiver: ReceiverTable;
  delivery: DeliveryTable;
}

interface UserTable {
  id: number;
  screen_name: string;
  /** Lower case; unique. */
  folded_screen_name: string;
  name: string;
  email: string;
  email_proven: number;
  /** PHC string form of argon2id; or `imported:` and a hash of another system, until its owner signs in. */
  password_hash: PasswordHash;
  is_operator: number;
  created_at: number;
  suspended_because: string | null;
  /** When somebody with a weak password was last asked to change it. */
  password_asked_at: Generated<number | null>;
  /** Kinds of notifications, with a space between two. */
  notifications_off: Generated<string>;
  /** The tag of the one in which they last used the pages; null: not known. */
  language: Generated<string | null>;
}

interface ApplicationTable {
  id: number;
  owner_id: number;
  name: string;
  /** Lower case; what is searched and sorted by. */
  folded_name: string;
  description: string;
  website: string;
  access: "read" | "write";
  sign_in: number;
  request_email: number;
  consumer_key: string;
  /** Sealed. */
  consumer_secret: Uint8Array;
  secret_set_at: number;
  /** When the secret was set whose age was reported; 0: none was. */
  secret_reported: Generated<number>;
  /** Sealed; signs too until `old_secret_until`. */
  old_secret: Uint8Array | null;
  old_secret_until: number | null;
  /** A JSON array of URLs. */
  callbacks: string;
  /** Each between spaces: ` weather metro `; a space alone: none. */
  confirmed_schemes: string;
  /** Whether one of its callbacks has a scheme that an operator has to confirm. */
  waits: Generated<number>;
  terms_url: Generated<string>;
  privacy_url: Generated<string>;
  support_url: Generated<string>;
  /** A digest of its image; null: it has none. */
  icon: Generated<string | null>;
  /** When its name, icon, website or owner last changed. */
  identity_changed_at: Generated<number | null>;
  /** A JSON object of limits that differ from the default ones; null: all are default. */
  limits: string | null;
  created_at: number;
  suspended_because: string | null;
}

interface ApplicationIconTable {
  application_id: number;
  /** WebP, as the service encoded it. */
  image: Uint8Array;
}

interface CollaboratorTable {
  application_id: number;
  user_id: number;
  role: CollaboratorRole;
  /** 0: the invitation waits for an answer. */
  accepted: number;
  invited_at: number;
}

/** An application is offered to one person at a time. */
interface OwnershipOfferTable {
  application_id: number;
  user_id: number;
  offered_at: number;
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
  /** Days since the epoch. */
  last_used_day: number | null;
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
  /** See `writtenProofs`; null: a password, when the session began. */
  proofs: Generated<string | null>;
  provider_issuer: Generated<string | null>;
  provider_subject: Generated<string | null>;
  /** Its `sid`. */
  provider_sid: Generated<string | null>;
}

/** An authenticator app. */
interface TotpTable {
  user_id: number;
  /** Sealed. */
  secret: Uint8Array;
  /** The time step of the latest code that was used; neither it nor one before it is taken again. */
  last_step: number;
  created_at: number;
}

interface RecoveryCodeTable {
  user_id: number;
  digest: string;
}

/** A sign-in after its first step. */
interface WaitingSignInTable {
  digest: string;
  user_id: number;
  /** See `writtenProofs`. */
  proofs: string;
  signed_in_for: string | null;
  expires_at: number;
  /** As of a session. */
  provider_issuer: Generated<string | null>;
  provider_subject: Generated<string | null>;
  provider_sid: Generated<string | null>;
}

/** An account at another service; issuer and subject are its key. */
interface IdentityTable {
  issuer: string;
  subject: string;
  user_id: number;
  linked_at: number;
}

interface PasskeyTable {
  /** In base64url. */
  credential_id: string;
  user_id: number;
  name: string;
  public_key: Uint8Array;
  sign_count: number;
  /** Words with spaces between them. */
  transports: string;
  created_at: number;
  last_used_at: number | null;
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

/** How many grants a day added (or, below zero, took away). */
interface GrantCountTable {
  application_id: number;
  /** Days since the epoch. */
  day: number;
  access: "read" | "write";
  /** Any number: the rows of a day are added up. */
  slot: number;
  change: number;
}

interface OneTimeLinkTable {
  digest: string;
  /** `form`: no link, but the mark of a form that has made one. */
  purpose: LinkPurpose | "form";
  user_id: number | null;
  note: string;
  created_at: number;
  expires_at: number;
  /** The operator who passes it on. */
  made_by: Generated<number | null>;
}

interface RestingScreenNameTable {
  folded_screen_name: string;
  /** Who had it. */
  user_id: number;
  until: number;
}

interface SettingTable {
  name: string;
  value: string;
}

/** The names of deleted applications. */
interface DeletedApplicationTable {
  id: number;
  name: string;
}

/** The keys of the ring that sealed something here. */
interface RingKeyTable {
  id: string;
  /** A keyed digest: the same id with another key does not make it. */
  check_value: string;
  /** 1 for the one key that seals. */
  seals: number;
}

/** Rows go when their time has passed, those of a deleted application too. */
interface UseCountTable {
  /** 0: the whole service. */
  application_id: number;
  /** In seconds. */
  resolution: number;
  at: number;
  kind: UsageKind;
  count: number;
}

/** What waits to be mailed to the people of an application. */
interface NoticeTable {
  at: number;
  application_id: number;
  /** A `Notice` as JSON. */
  about: string;
  /** IDs of people who are told although they have no role there, with a space between two. */
  also: string;
}

/** The last notice about each limit of an application. */
interface LimitNoticeTable {
  application_id: number;
  limit_name: string;
  percent: number;
  at: number;
}

/** What waits to be mailed to a person about their own account, who may be deleted by then. */
interface AccountNoticeTable {
  user_id: number;
  /** Where it goes. */
  email: string;
  news: AccountNews;
  /** 0: the person had proved the address. */
  unproven: number;
  /** What they were called. */
  screen_name: string;
  at: number;
}

/** A request that named an application and was refused, for a day. */
interface RefusedRequestTable {
  id: string;
  application_id: number;
  at: number;
  operation: string;
  code: number;
  /** Where it came from: see `networkOf`. */
  network: string;
  /** Sealed. */
  explanation: Uint8Array;
}

/** A sign-in that ended at a provider a moment ago. */
interface ProviderLogoutTable {
  issuer: string;
  /** The `jti` of the token that said so. */
  token_id: string;
  subject: string | null;
  sid: string | null;
  at: number;
}

/** What ended, and must stay so in a ledger that is restored; triggers write it. */
interface EndedTable {
  id: Generated<number>;
  /** Random: the same row in a backup and in a copied list. */
  mark: string;
  at: number;
  kind: EndedKind;
  subject: string;
  detail: string | null;
}

/** A receiver of events. */
interface ReceiverTable {
  id: string;
  /** Names of events, each between spaces; `*`: all of them. */
  events: string;
  /** When a server last registered it. */
  named_at: number;
  /** The lease of the node that delivers to it. */
  lease: Generated<string>;
  leased_until: Generated<number>;
  /** Not to be tried before. */
  next_at: Generated<number>;
  /** Failures in a row. */
  failures: Generated<number>;
  failing_since: Generated<number | null>;
  /** How many deliveries were ever given up. */
  dropped: Generated<number>;
}

/** An event that waits for a receiver; a trigger writes it. */
interface DeliveryTable {
  receiver: string;
  event_id: number;
  /** Random; the same at each try. */
  mark: string;
  at: number;
  due_at: number;
  /** How often the receiver refused it. */
  tries: number;
}

/** The migrations that make it, in order. */
export const schemaMigrations = [
  "0001-ledger",
  "0002-callback-schemes",
  "0003-ring-keys",
  "0004-resting-screen-names",
  "0005-waiting-applications",
  "0006-grant-count-slots",
  "0007-deleted-applications",
  "0008-collaborators",
  "0009-application-identity",
  "0010-second-factors",
  "0011-notifications",
  "0012-ended",
  "0013-newest-people",
  "0014-identities",
  "0015-provider-sessions",
  "0016-passkeys",
  "0017-ended-subjects",
  "0018-deliveries",
  "0019-refused-requests",
  "0020-request-tokens-in-order",
  "0021-provider-logouts",
  "0022-links-of-operators",
  "0023-waiting-invitations",
  "0024-account-notices",
] as const;
