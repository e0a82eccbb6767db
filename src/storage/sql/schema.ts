/** The database's tables, as Kysely sees them. Times are milliseconds since the epoch; flags are 0 and 1. */

import type { Generated } from "kysely";
import type { AccessLevel } from "../../domain/access.ts";
import type { AccountNews } from "../../domain/account-notice.ts";
import type { ApiKey } from "../../domain/api-key.ts";
import type { ApiLimitPer } from "../../domain/api-limits.ts";
import type { BulkKind, BulkState } from "../../domain/bulk-action.ts";
import type { CollaboratorRole } from "../../domain/collaborator.ts";
import type { PasswordHash } from "../../domain/credentials.ts";
import type { ApplicationDraft } from "../../domain/fields/application.ts";
import type { ApprovalState } from "../../domain/fields/approval.ts";
import type { EmailOutcome, InvitationTerms } from "../../domain/invitation.ts";
import type { LinkPurpose } from "../../domain/one-time-link.ts";
import type { RevocationKind } from "../../domain/revocations.ts";
import type { SourceCredential } from "../../domain/source.ts";
import type { Trait } from "../../domain/trait.ts";
import type { UsageKind } from "../../domain/usage.ts";
import type { User } from "../../domain/user.ts";
import type { FieldColumns } from "./field-columns.ts";

export interface Tables {
  user: UserTable;
  application: ApplicationTable;
  application_icon: ApplicationIconTable;
  collaborator: CollaboratorTable;
  ownership_offer: OwnershipOfferTable;
  request_token: RequestTokenTable;
  access_token: AccessTokenTable;
  further_access_token: AccessTokenTable;
  bearer_token: BearerTokenTable;
  previous_bearer_token: BearerTokenTable;
  session: SessionTable;
  totp: TotpTable;
  recovery_code: RecoveryCodeTable;
  waiting_sign_in: WaitingSignInTable;
  identity: IdentityTable;
  passkey: PasskeyTable;
  audit_event: AuditEventTable;
  grant_count: GrantCountTable;
  one_time_link: OneTimeLinkTable;
  reserved_screen_name: ReservedScreenNameTable;
  setting: SettingTable;
  use_count: UseCountTable;
  use_day: UseDayTable;
  source: SourceTable;
  trait_use: TraitUseTable;
  trait_user: TraitUserTable;
  sunset_notice: SunsetNoticeTable;
  sunset_pass: SunsetPassTable;
  deleted_application: DeletedApplicationTable;
  ring_key: RingKeyTable;
  notice: NoticeTable;
  limit_notice: LimitNoticeTable;
  account_notice: AccountNoticeTable;
  revocation: RevocationTable;
  logged_request: LoggedRequestTable;
  provider_logout: ProviderLogoutTable;
  plan: PlanTable;
  api_limit: ApiLimitTable;
  api_key: ApiKeyTable;
  bulk_action: BulkActionTable;
  admin_request: AdminRequestTable;
  receiver: ReceiverTable;
  delivery: DeliveryTable;
}

interface UserTable extends FieldColumns<User> {
  /** Lower case; unique. */
  folded_screen_name: string;
  /** PHC string of argon2id, or `imported:` and a hash of another system until the owner signs in. */
  password_hash: PasswordHash;
  /** When a user with a weak password was last prompted to change it. */
  password_requested_at: Generated<number | null>;
  /** Kinds of notifications, separated by spaces. */
  notifications_off: Generated<string>;
}

interface ApplicationTable extends FieldColumns<ApplicationDraft> {
  id: number;
  owner_id: number;
  /** Lower case; what is searched and sorted by. */
  folded_name: string;
  consumer_key: string;
  /** Sealed. */
  consumer_secret: Uint8Array;
  secret_set_at: number;
  /** When the secret whose age was reported was set. 0 if none was reported. */
  secret_reported: Generated<number>;
  /** Encrypted. Valid until `previous_secret_until`. */
  previous_secret: Uint8Array | null;
  previous_secret_until: number | null;
  /** When an administrator ended the secret, if no other one was created since. */
  secret_revoked_at: Generated<number | null>;
  /** See `secret-digests.ts`. It is null until it is filled in. */
  consumer_secret_digest: Generated<string | null>;
  previous_secret_digest: Generated<string | null>;
  /** Each between spaces: ` weather metro `. One space if there is no scheme. */
  confirmed_schemes: string;
  /** Whether one of its callbacks has a scheme that an administrator must confirm. */
  waits: Generated<number>;
  /** What an administrator last told the owner, and when. */
  owner_notice: Generated<string | null>;
  owner_notice_at: Generated<number | null>;
  /** Digest of its image. It is null if it has none. */
  icon: Generated<string | null>;
  /** When its name, icon, website or owner last changed. */
  identity_changed_at: Generated<number | null>;
  /** JSON object of limits that differ from the defaults. It is null if none differ. */
  limits: string | null;
  /** The name of its plan. It is null if it follows the default one. */
  plan: Generated<string | null>;
  created_at: number;
  /** The last day with a verified request, in days since the epoch. It is 0 if there was none. */
  used_day: Generated<number>;
  suspended_because: string | null;
  /** What its developer says of it, and where its approval stands: see fields/approval.ts. */
  purpose: Generated<string>;
  expected_users: Generated<string>;
  answers: Generated<string>;
  approval: Generated<ApprovalState | null>;
  approval_text: Generated<string | null>;
  approval_since: Generated<number | null>;
  awaited_access: Generated<AccessLevel | null>;
  awaited_callbacks: Generated<string | null>;
}

interface ApiLimitTable {
  /** Without its prefix. */
  name: string;
  per: ApiLimitPer;
  /** As in `10/1s 10000/month`. */
  windows: string;
  version: number;
}

interface PlanTable {
  name: string;
  description: string;
  /** JSON object. */
  limits: string;
  is_default: number;
  version: number;
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
  /** 0 while the invitation is open. */
  accepted: number;
  invited_at: number;
  /** This is null if it is not known, or if the account was deleted. */
  invited_by: Generated<number | null>;
}

/** An application is offered to one user at a time. */
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
  approved_at: Generated<number | null>;
  /** Whether its user saw the consent page. */
  approved_explicitly: Generated<number>;
  canceled: number;
  /** SHA-256 of a long verifier, or `<key id>.<HMAC>` of a PIN; null until approved. */
  verifier_digest: string | null;
  wrong_tries: number;
}

/** In `access_token`: one for each application, user and level. See `further-access-tokens.ts` for the others. */
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
  /** When it was last used from a network that was new then, rounded down to `newSourceStepMs`. */
  new_source_at: Generated<number | null>;
  /** When the user was told that unused access ends. All tokens of the grant in `access_token` have it. */
  unused_notice_at: Generated<number | null>;
  /** See `secret-digests.ts`. It is null until it is filled in. */
  secret_digest: Generated<string | null>;
}

/** Tokens of current consumer secrets, and in `previous_bearer_token` those that end with an overlap. */
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
  /** See `writtenAuthEvents`. Null stands for a password, entered when the session began. */
  auth_events: Generated<string | null>;
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
  /** The time step of the last code that was used. It and earlier ones are not accepted again. */
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
  /** See `writtenAuthEvents`. */
  auth_events: string;
  signed_in_for: string | null;
  expires_at: number;
  /** The same as for a session. */
  provider_issuer: Generated<string | null>;
  provider_subject: Generated<string | null>;
  provider_sid: Generated<string | null>;
}

/** An identity at an identity provider; issuer and subject are its key. */
interface IdentityTable {
  issuer: string;
  subject: string;
  user_id: number;
  linked_at: number;
}

interface PasskeyTable {
  /** The ID in base64url. */
  credential_id: string;
  user_id: number;
  name: string;
  public_key: Uint8Array;
  sign_count: number;
  /** Words, separated by spaces. */
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

/** How many grants a day added, or removed if negative. */
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
  /**
   * `form`: not a link but the mark of a form that has created one. `withdrawn-invitation`: no longer a link, so that
   * nothing that looks for invitations finds it.
   */
  purpose: LinkPurpose | "form" | "withdrawn-invitation";
  user_id: number | null;
  note: string;
  mailed_to: Generated<string | null>;
  /** This and the next two: only of an invitation. */
  message: Generated<string | null>;
  role: Generated<InvitationTerms["role"] | null>;
  page: Generated<InvitationTerms["page"] | null>;
  created_at: number;
  expires_at: number;
  /** Of an invitation that was emailed. */
  email_outcome: Generated<EmailOutcome | null>;
  /** The administrator who created it. */
  made_by: Generated<number | null>;
  /** This and the next one: only of a withdrawn invitation. The digest of the session that withdrew it. */
  withdrawn_in: Generated<string | null>;
  /** When it expires once it is restored. */
  restored_until: Generated<number | null>;
}

interface ReservedScreenNameTable {
  folded_screen_name: string;
  /** The user who had the name. */
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

/** The keys of the ring that have encrypted something here. */
interface RingKeyTable {
  id: string;
  /** A keyed digest: another key with the same id gives another value. */
  check_value: string;
  /** 1 for the key that encrypts. */
  seals: number;
}

/** Rows expire with time, including those of deleted applications. */
interface UseCountTable {
  /** 0: the whole service. */
  application_id: number;
  /** The duration in seconds. */
  resolution: number;
  at: number;
  operation: string;
  kind: UsageKind;
  count: number;
}

/** Each of the 24 counts is null if nothing was counted in that hour, or if hours are no longer kept. */
interface UseDayTable extends Record<HourColumn, number | null> {
  /** 0: the whole service. */
  application_id: number;
  day: number;
  operation: string;
  kind: UsageKind;
  /** The sum of the hours, or their greatest for peaks. */
  count: number;
  hourly: number;
}

/** `h00` to `h23`. */
export type HourColumn = `h${0 | 1}${Digit}` | `h2${0 | 1 | 2 | 3}`;
type Digit = 0 | 1 | 2 | 3 | 4 | 5 | 6 | 7 | 8 | 9;

/** What uses the credentials of an application. */
interface SourceTable {
  application_id: number;
  credential: SourceCredential;
  /** `*`: all that have no row of their own. */
  network: string;
  program: string;
  first_seen: number;
  last_seen: number;
  /** JSON: lists of the hour since the epoch, the requests in it, and how many of them were rejected. */
  hours: string;
}

/** What an application used of what may end one day. */
interface TraitUseTable {
  trait: Trait;
  application_id: number;
  /** Days since the epoch. */
  day: number;
  requests: number;
  rejected: number;
}

/** The last day on which a user's token signed such a request. */
interface TraitUserTable {
  trait: Trait;
  application_id: number;
  user_id: number;
  day: number;
}

/** What a user is told, or was told last, of a sunset. */
interface SunsetNoticeTable {
  name: string;
  user_id: number;
  about: string;
  stage: number;
  due: number;
}

/** How far the last pass over the applications of a sunset has come. */
interface SunsetPassTable {
  name: string;
  pass: string;
  after: number | null;
}

/** A notice that waits to be emailed. */
interface NoticeTable {
  at: number;
  application_id: number;
  /** A `Notice` as JSON. */
  about: string;
  /** Ids of users who get the notice without having a role there, separated by spaces. */
  also: string;
}

/** The last notice about each limit of an application. */
interface LimitNoticeTable {
  application_id: number;
  limit_name: string;
  percent: number;
  at: number;
}

/** A notice to a user about their own account that waits to be emailed. The user may be deleted meanwhile. */
interface AccountNoticeTable {
  user_id: number;
  /** The recipient's address. */
  email: string;
  news: AccountNews;
  /** 0: the user had proved the address. */
  unverified: number;
  /** The user's screen name at that time. */
  screen_name: string;
  /** The language, as in `language` of the user. */
  language: Generated<string | null>;
  at: number;
  /** Where it was done, if the user did it, or someone who is not known. */
  address: Generated<string | null>;
  user_agent: Generated<string | null>;
}

/** A request of an application, rejected or verified. */
interface LoggedRequestTable {
  id: string;
  application_id: number;
  /** The user of the access token that it was signed with. */
  user_id: number | null;
  at: number;
  operation: string;
  /** The code of its error, or 0 if it was verified. */
  code: number;
  authenticated: number;
  /** The network that a rejected one came from; see `networkOf`. */
  network: string;
  /** See `sampleLevel`. */
  level: number;
  /** Sealed. */
  details: Uint8Array;
  expires_at: number;
}

interface ApiKeyTable extends FieldColumns<ApiKey> {
  /** SHA-256 of the key; unique. */
  digest: string;
  /** Of the key before, while it works, and until the next rotation; unique. */
  previous_digest: string | null;
  /** How many days were left when it was last reported. */
  expiry_reported: number | null;
  expiry_notice: Generated<number>;
}

interface BulkActionTable {
  id: number;
  kind: BulkKind;
  /** JSON: the filters that have a value. */
  filters: string;
  because: string | null;
  application_id: number | null;
  user_id: number | null;
  /** Who began it, or announced it, as an actor of the audit log. */
  created_by: string;
  announced_at: number;
  items: number;
  users: number | null;
  state: BulkState;
  begun_at: Generated<number | null>;
  ended_at: Generated<number | null>;
  /** The last grant or application of the last step. */
  position: Generated<string | null>;
  done: Generated<number>;
  /** The lease of the process that works on it. */
  lease: Generated<string>;
  leased_until: Generated<number>;
}

/** A call of the admin API with an `Idempotency-Key` that has changed something. */
interface AdminRequestTable {
  /** HMAC-SHA-256 of the header, by the API key itself. */
  digest: string;
  /** HMAC-SHA-256 of the method, the URL and the body, by the API key itself. */
  request: string;
  api_key_id: number;
  attempt: string;
  begun_at: number;
  /** Sealed, because it may have a secret. It is null until the call has ended, and once it is erased. */
  reply: Uint8Array | null;
  /** Counted for the API key; zero without a response. */
  reply_bytes: number;
  erased: number;
  /** Whose data the response has; it is erased when they are deleted. */
  user_id: number | null;
  application_id: number | null;
}

/** A sign-in that recently ended at a provider. */
interface ProviderLogoutTable {
  issuer: string;
  /** The `jti` of the logout token. */
  token_id: string;
  subject: string | null;
  sid: string | null;
  at: number;
}

/** What was revoked and must not come back with a restored backup. Triggers write it. */
interface RevocationTable {
  id: Generated<number>;
  /** Random. Identifies the row in a backup and in a copied list. */
  mark: string;
  at: number;
  kind: RevocationKind;
  subject: string;
  detail: string | null;
}

/** A receiver of events. */
interface ReceiverTable {
  id: string;
  /** Names of events, each between spaces. `*`: all. */
  events: string;
  /** When a server last registered it. */
  named_at: number;
  /** The lease of the node that delivers to it. */
  lease: Generated<string>;
  leased_until: Generated<number>;
  /** It is not tried before this time. */
  next_at: Generated<number>;
  /** Failures in a row. */
  failures: Generated<number>;
  failing_since: Generated<number | null>;
  /** The status or the error's code of the last try, if it failed. */
  failure: Generated<string | null>;
  /** How many deliveries were given up in total. */
  dropped: Generated<number>;
}

/** An event that waits for a receiver. A trigger writes it. */
interface DeliveryTable {
  receiver: string;
  event_id: number;
  /** Random; equal at each try. */
  mark: string;
  at: number;
  due_at: number;
  /** How often the receiver rejected it. */
  tries: number;
  /** The status with which it was last rejected. */
  failure: string | null;
}

/** The migrations that create the schema, in order. */
export const schemaMigrations = ["0001-initial"] as const;
