/**
 * The tables, their indexes and their triggers, in SQLite's dialect. `src/storage/sql/schema.ts` describes the columns.
 * Tables that are looked up by a token store their rows in the token's index.
 */
import { revocationTriggers } from "../revocation-triggers.ts";

export const initial = `
create table "user" (
  id bigint primary key,
  screen_name text not null,
  folded_screen_name text not null unique,
  name text not null,
  email text not null,
  email_verified integer not null,
  password_hash text not null,
  is_admin integer not null,
  created_at bigint not null,
  suspended_because text,
  password_requested_at bigint,
  notifications_off text not null default '',
  language text,
  email_distrusted integer not null default 0
) without rowid;
create index user_created_at_id on "user" (created_at, id);
create index user_folded_email on "user" (lower(email), folded_screen_name) where email != '';
-- Accounts with a verified address are found first, however many others name it.
create index user_verified_email on "user" (lower(email), folded_screen_name) where email_verified = 1;
create index user_suspended on "user" (folded_screen_name) where suspended_because is not null;
create index user_admin on "user" (folded_screen_name) where is_admin = 1;

create table reserved_screen_name (
  folded_screen_name text primary key,
  -- No foreign key, because the name of a deleted user is reserved too.
  user_id bigint not null,
  until bigint not null
) without rowid;
create index reserved_screen_name_user_id on reserved_screen_name (user_id);
create index reserved_screen_name_until on reserved_screen_name (until);

create table plan (
  name text primary key,
  description text not null,
  limits text not null,
  is_default integer not null,
  version bigint not null
) without rowid;
create unique index plan_default on plan (is_default) where is_default = 1;

create table api_limit (
  name text primary key,
  per text not null,
  windows text not null,
  version bigint not null
) without rowid;

create table application (
  id bigint primary key,
  owner_id bigint not null references "user" (id),
  name text not null,
  folded_name text not null,
  description text not null,
  website text not null,
  access text not null,
  sign_in integer not null,
  request_email integer not null,
  consumer_key text not null unique,
  consumer_secret blob not null,
  secret_set_at bigint not null,
  previous_secret blob,
  previous_secret_until bigint,
  secret_revoked_at bigint,
  callbacks text not null,
  limits text,
  plan text references plan (name),
  created_at bigint not null,
  suspended_because text,
  confirmed_schemes text not null default ' ',
  waits integer not null default 0,
  terms_url text not null default '',
  privacy_url text not null default '',
  support_url text not null default '',
  icon text,
  identity_changed_at bigint,
  secret_reported bigint not null default 0,
  require_sha256 integer not null default 0,
  networks text not null default '[]',
  networks_for_bearer integer not null default 0,
  owner_notice text,
  owner_notice_at bigint,
  consumer_secret_digest text,
  previous_secret_digest text,
  used_day bigint not null default 0,
  purpose text not null default '',
  expected_users text not null default '',
  answers text not null default '[]',
  approval text,
  approval_text text,
  approval_since bigint,
  awaited_access text,
  awaited_callbacks text
) without rowid;
create index application_used_day_id on application (used_day, id);
create index application_owner_id_folded_name_id on application (owner_id, folded_name, id);
create index application_folded_name_id on application (folded_name, id);
create index application_created_at_id on application (created_at, id);
create index application_consumer_secret_digest on application (consumer_secret_digest);
create index application_previous_secret_digest on application (previous_secret_digest)
  where previous_secret is not null;
create index application_previous_secret_until on application (previous_secret_until);
create index application_owner_notice_at on application (owner_notice_at) where owner_notice_at is not null;
create index application_suspended on application (folded_name, id) where suspended_because is not null;
create index application_waits on application (folded_name, id) where waits = 1;
create index application_approval on application (approval, folded_name, id) where approval is not null;
create index application_limits on application (id) where limits is not null;
create index application_plan on application (plan, folded_name, id) where plan is not null;
create index application_secret_unreported on application (secret_set_at) where secret_reported <> secret_set_at;

create table application_icon (
  application_id bigint primary key references application (id) on delete cascade,
  image blob not null
);

create table deleted_application (
  id bigint primary key,
  name text not null
) without rowid;

create table collaborator (
  application_id bigint not null references application (id) on delete cascade,
  user_id bigint not null references "user" (id) on delete cascade,
  role text not null,
  accepted integer not null,
  invited_at bigint not null,
  invited_by bigint references "user" (id) on delete set null,
  constraint collaborator_key primary key (application_id, user_id)
) without rowid;
create index collaborator_user on collaborator (user_id, accepted, invited_at, application_id);
create index collaborator_invited_by on collaborator (invited_by);
create index collaborator_waiting on collaborator (invited_at) where accepted = 0;

create table ownership_offer (
  application_id bigint primary key references application (id) on delete cascade,
  user_id bigint not null references "user" (id) on delete cascade,
  offered_at bigint not null
);
create index ownership_offer_user on ownership_offer (user_id, offered_at, application_id);
create index ownership_offer_offered_at on ownership_offer (offered_at);

create table request_token (
  token text primary key,
  secret blob not null,
  application_id bigint not null references application (id) on delete cascade,
  callback text not null,
  access text not null,
  request_email integer not null,
  expires_at bigint not null,
  approved_by bigint references "user" (id) on delete cascade,
  canceled integer not null,
  verifier_digest text,
  wrong_tries integer not null,
  approved_at bigint,
  approved_explicitly integer not null default 0
) without rowid;
create index request_token_expires_at on request_token (expires_at);
-- Tokens are random, so each new one would change a separate page of these two indexes. Rows are added at the end of
-- the one, and enter the other only once they are approved.
create index request_token_application_id_expires_at on request_token (application_id, expires_at);
create index request_token_approved_by on request_token (approved_by) where approved_by is not null;

create table access_token (
  token text primary key,
  secret blob not null,
  application_id bigint not null references application (id) on delete cascade,
  user_id bigint not null references "user" (id) on delete cascade,
  access text not null,
  email_granted integer not null,
  created_at bigint not null,
  last_used_day integer,
  new_source_at bigint,
  unused_notice_at bigint,
  secret_digest text
) without rowid;
create index access_token_secret_digest on access_token (secret_digest);
create unique index access_token_one_per_grant on access_token (application_id, user_id, access);
create index access_token_user_id_application_id_access on access_token (user_id, application_id, access);
create index access_token_unused_notice on access_token (user_id, application_id) where unused_notice_at is not null;
create index access_token_new_source on access_token (application_id, new_source_at, token) where new_source_at is not null;

-- They refer to the grant in access_token, so writes that end or lower it do the same to them.
create table further_access_token (
  token text primary key,
  secret blob not null,
  application_id bigint not null,
  user_id bigint not null,
  access text not null,
  email_granted integer not null,
  created_at bigint not null,
  last_used_day integer,
  new_source_at bigint,
  unused_notice_at bigint,
  secret_digest text,
  constraint further_access_token_grant foreign key (application_id, user_id, access)
    references access_token (application_id, user_id, access) on delete cascade on update cascade
);
create index further_access_token_secret_digest on further_access_token (secret_digest);
create index further_access_token_user_id_application_id on further_access_token (user_id, application_id);
create index further_access_token_new_source on further_access_token (application_id, new_source_at, token) where new_source_at is not null;

create table bearer_token (
  application_id bigint primary key references application (id) on delete cascade,
  digest text not null unique,
  token blob not null,
  created_at bigint not null
) without rowid;

create table previous_bearer_token (
  application_id bigint primary key references application (id) on delete cascade,
  digest text not null unique,
  token blob not null,
  created_at bigint not null
) without rowid;

create table session (
  digest text primary key,
  user_id bigint not null references "user" (id) on delete cascade,
  signed_in_for text,
  signed_in_at bigint not null,
  last_seen_at bigint not null,
  user_agent text not null,
  address text not null,
  auth_events text,
  provider_issuer text,
  provider_subject text,
  provider_sid text
) without rowid;
create index session_user_id_digest on session (user_id, digest);
create index session_last_seen_at on session (last_seen_at);
create index session_signed_in_at on session (signed_in_at);
create index session_provider on session (provider_issuer, provider_sid);

create table waiting_sign_in (
  digest text primary key,
  user_id bigint not null references "user" (id) on delete cascade,
  auth_events text not null,
  signed_in_for text,
  expires_at bigint not null,
  provider_issuer text,
  provider_subject text,
  provider_sid text
) without rowid;
create index waiting_sign_in_user_id on waiting_sign_in (user_id);
create index waiting_sign_in_expires_at on waiting_sign_in (expires_at);
create index waiting_sign_in_provider on waiting_sign_in (provider_issuer, provider_sid);

create table totp (
  user_id bigint primary key references "user" (id) on delete cascade,
  secret blob not null,
  last_step bigint not null,
  created_at bigint not null
);

create table recovery_code (
  user_id bigint not null references "user" (id) on delete cascade,
  digest text not null,
  constraint recovery_code_key primary key (user_id, digest)
) without rowid;

create table passkey (
  credential_id text primary key,
  user_id bigint not null references "user" (id) on delete cascade,
  name text not null,
  public_key blob not null,
  sign_count bigint not null,
  transports text not null,
  created_at bigint not null,
  last_used_at bigint
);
create index passkey_user on passkey (user_id, created_at);

create table identity (
  issuer text not null,
  subject text not null,
  user_id bigint not null references "user" (id) on delete cascade,
  linked_at bigint not null,
  constraint identity_key primary key (issuer, subject)
) without rowid;
create index identity_user on identity (user_id, linked_at);

create table provider_logout (
  issuer text not null,
  token_id text not null,
  subject text,
  sid text,
  at bigint not null,
  constraint provider_logout_token primary key (issuer, token_id)
);
create index provider_logout_subject on provider_logout (issuer, subject);
create index provider_logout_sid on provider_logout (issuer, sid);
create index provider_logout_at on provider_logout (at);

create table audit_event (
  id integer primary key autoincrement,
  at bigint not null,
  name text not null,
  actor text not null,
  user_id bigint,
  application_id bigint,
  address text,
  details text
);
create index audit_event_user_id_id on audit_event (user_id, id);
create index audit_event_application_id_id on audit_event (application_id, id);
create index audit_event_application_change on audit_event (application_id, id)
  where name like 'application.%';
create index audit_event_name_id on audit_event (name, id);
create index audit_event_actor_id on audit_event (actor, id);
create index audit_event_at on audit_event (at);

-- A day's count can have several rows, so that concurrent writes change different rows.
create table grant_count (
  application_id bigint not null references application (id) on delete cascade,
  day integer not null,
  access text not null,
  slot integer not null default 0,
  change integer not null,
  constraint grant_count_key primary key (application_id, day, access, slot)
) without rowid;

create table use_count (
  -- No foreign key, because 0 counts the whole service, and the counts of deleted applications expire with time.
  application_id bigint not null,
  resolution integer not null,
  at bigint not null,
  operation text not null,
  kind text not null,
  count bigint not null,
  constraint use_count_key primary key (application_id, resolution, at, operation, kind)
) without rowid;
create index use_count_resolution_at on use_count (resolution, at);

create table use_day (
  application_id bigint not null,
  day integer not null,
  operation text not null,
  kind text not null,
  count bigint not null,
  -- 1 until only the sum of its hours is kept.
  hourly integer not null,
  h00 bigint, h01 bigint, h02 bigint, h03 bigint, h04 bigint, h05 bigint,
  h06 bigint, h07 bigint, h08 bigint, h09 bigint, h10 bigint, h11 bigint,
  h12 bigint, h13 bigint, h14 bigint, h15 bigint, h16 bigint, h17 bigint,
  h18 bigint, h19 bigint, h20 bigint, h21 bigint, h22 bigint, h23 bigint,
  constraint use_day_key primary key (application_id, day, operation, kind)
) without rowid;
create index use_day_day on use_day (day);
create index use_day_hourly on use_day (day) where hourly = 1;

create table source (
  application_id bigint not null references application (id) on delete cascade,
  credential text not null,
  network text not null,
  program text not null,
  first_seen bigint not null,
  last_seen bigint not null,
  hours text not null,
  constraint source_key primary key (application_id, credential, network, program)
) without rowid;
create index source_last_seen on source (last_seen);
create index source_program on source (program, application_id);

create table trait_use (
  trait text not null,
  application_id bigint not null references application (id) on delete cascade,
  day integer not null,
  requests bigint not null,
  rejected bigint not null,
  constraint trait_use_key primary key (trait, application_id, day)
) without rowid;
create index trait_use_day on trait_use (day);
create index trait_use_application on trait_use (application_id, trait, day);

create table trait_user (
  trait text not null,
  application_id bigint not null references application (id) on delete cascade,
  user_id bigint not null references "user" (id) on delete cascade,
  day integer not null,
  constraint trait_user_key primary key (trait, application_id, user_id)
) without rowid;
create index trait_user_day on trait_user (day);
create index trait_user_application on trait_user (application_id);
create index trait_user_user on trait_user (user_id);

create table sunset_notice (
  name text not null,
  user_id bigint not null references "user" (id) on delete cascade,
  -- What ends, and when. If it changes, the user is told anew.
  about text not null,
  -- 1 for the first email, 2 and 3 for the reminders.
  stage integer not null,
  -- 1 if the user is still to be emailed.
  due integer not null,
  constraint sunset_notice_key primary key (name, user_id)
) without rowid;
create index sunset_notice_due on sunset_notice (name, user_id) where due = 1;
create index sunset_notice_user on sunset_notice (user_id);

create table sunset_pass (
  name text not null constraint sunset_pass_key primary key,
  -- The day, the stage, and the mark.
  pass text not null,
  -- The last application that was looked at; null once all were.
  after bigint
) without rowid;

create table one_time_link (
  digest text primary key,
  purpose text not null,
  user_id bigint references "user" (id) on delete cascade,
  note text not null,
  mailed_to text,
  message text,
  role text,
  page text,
  created_at bigint not null,
  expires_at bigint not null,
  email_outcome text,
  made_by bigint references "user" (id) on delete cascade,
  -- Of an invitation that was withdrawn on a page: the session, which can restore it until expires_at.
  withdrawn_in text,
  -- When it expires once it is restored.
  restored_until bigint
) without rowid;
create index one_time_link_purpose_digest on one_time_link (purpose, digest);
create index one_time_link_user_id on one_time_link (user_id);
create index one_time_link_expires_at on one_time_link (expires_at);
create index one_time_link_made_by on one_time_link (made_by);

create table setting (
  name text primary key,
  value text not null
) without rowid;

-- The first start with a key ring fills it.
create table ring_key (
  id text primary key,
  check_value text not null,
  seals integer not null
) without rowid;

create table notice (
  at bigint not null,
  application_id bigint not null references application (id) on delete cascade,
  about text not null,
  also text not null,
  constraint notice_key primary key (at, application_id, about)
) without rowid;
create index notice_application on notice (application_id);

create table limit_notice (
  application_id bigint not null references application (id) on delete cascade,
  limit_name text not null,
  percent integer not null,
  at bigint not null,
  constraint limit_notice_key primary key (application_id, limit_name)
) without rowid;

create table account_notice (
  -- No foreign key, because a user whose account was deleted has to hear how it came to that.
  user_id bigint not null,
  email text not null,
  news text not null,
  unverified integer not null,
  screen_name text not null,
  at bigint not null,
  language text,
  address text,
  user_agent text,
  constraint account_notice_key primary key (user_id, email, news)
) without rowid;
create index account_notice_in_order on account_notice (unverified, at);

create table logged_request (
  id text primary key,
  application_id bigint not null references application (id) on delete cascade,
  user_id bigint references "user" (id) on delete cascade,
  at bigint not null,
  operation text not null,
  code integer not null,
  authenticated integer not null,
  network text not null,
  level integer not null,
  details blob not null,
  expires_at bigint not null
);
create index logged_request_application on logged_request (application_id, at, id);
create index logged_request_user on logged_request (user_id);
create index logged_request_expires_at on logged_request (expires_at);

create table api_key (
  id bigint primary key,
  name text not null unique,
  digest text not null unique,
  prefix text not null,
  role text not null,
  created_by text not null,
  created_at bigint not null,
  expires_at bigint,
  rotated_at bigint,
  previous_digest text unique,
  previous_until bigint,
  last_used_at bigint,
  last_used_from text,
  expiry_reported bigint,
  -- 1 if administrators are still to be emailed what was reported last.
  expiry_notice integer not null default 0
);
create index api_key_expires_at on api_key (expires_at);
create index api_key_expiry_notice on api_key (expires_at) where expiry_notice = 1;
create index api_key_created_by on api_key (created_by);

-- Its position is that of the last step, and what it names is deleted with it.
create table bulk_action (
  id bigint primary key,
  kind text not null,
  filters text not null,
  because text,
  application_id bigint references application (id) on delete cascade,
  user_id bigint references "user" (id) on delete cascade,
  created_by text not null,
  announced_at bigint not null,
  items bigint not null,
  users bigint,
  state text not null,
  begun_at bigint,
  ended_at bigint,
  position text,
  done bigint not null default 0,
  lease text not null default '',
  leased_until bigint not null default 0
);
create index bulk_action_announced_at_id on bulk_action (announced_at, id);
create index bulk_action_announced on bulk_action (announced_at, id) where state = 'announced';
create index bulk_action_running on bulk_action (announced_at, id) where state = 'running';
create index bulk_action_ended_at on bulk_action (ended_at) where ended_at is not null;
create index bulk_action_created_by on bulk_action (created_by);
create index bulk_action_application_id on bulk_action (application_id);
create index bulk_action_user_id on bulk_action (user_id);

create table admin_request (
  digest text primary key,
  request text not null,
  api_key_id bigint not null,
  attempt text not null,
  begun_at bigint not null,
  reply blob,
  reply_bytes bigint not null,
  erased integer not null,
  user_id bigint,
  application_id bigint
) without rowid;
create index admin_request_begun_at on admin_request (begun_at);
create index admin_request_user_id on admin_request (user_id);
create index admin_request_application_id on admin_request (application_id);
-- It covers what is counted before each call.
create index admin_request_api_key_id_begun_at_reply_bytes on admin_request (api_key_id, begun_at, reply_bytes);

create table revocation (
  id integer primary key autoincrement,
  mark text not null unique,
  at bigint not null,
  kind text not null,
  subject text not null,
  detail text
);
-- Imports look up whether each record was revoked here, in a list that only grows.
create index revocation_kind_subject on revocation (kind, subject);
${revocationTriggers}

create table receiver (
  id text primary key,
  events text not null,
  named_at bigint not null,
  lease text not null default '',
  leased_until bigint not null default 0,
  next_at bigint not null default 0,
  failures integer not null default 0,
  failing_since bigint,
  failure text,
  dropped bigint not null default 0
) without rowid;

create table delivery (
  -- No foreign key, because checking it would lock a row that every delivery changes.
  receiver text not null,
  event_id bigint not null,
  mark text not null,
  at bigint not null,
  due_at bigint not null,
  tries integer not null,
  failure text,
  constraint delivery_key primary key (receiver, event_id)
) without rowid;
create index delivery_due on delivery (receiver, due_at, event_id);
create index delivery_receiver_at on delivery (receiver, at);
create index delivery_at on delivery (at);
-- It adds the deliveries of an event in the same transaction as the event, for every statement that records it, and
-- without another round trip.
create trigger delivery_of_event after insert on audit_event for each row begin
  insert into delivery (receiver, event_id, mark, at, due_at, tries)
    select id, new.id, lower(hex(randomblob(16))), new.at, new.at, 0 from receiver
      where events = '*' or instr(events, ' ' || new.name || ' ') > 0;
end;
`;
