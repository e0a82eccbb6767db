/**
 * What is kept about a user. `kept` decides about every column of every table, so a new table or column is a type error
 * until someone decides whether its user gets it. A text explains why it is left out. Secrets, digests, and what is
 * about another user are always left out. What an owner decides about an application is theirs.
 */
import { type RawBuilder, sql } from "kysely";
import { type ApplicationDraft, applicationFields } from "../../domain/fields/application.ts";
import type { PersonalPart } from "../../domain/personal-data.ts";
import { type RevocationKind, revocationKinds } from "../../domain/revocations.ts";
import {
  actor,
  addressOfActor,
  as,
  authEvents,
  day,
  detailOfRevocation,
  fieldsShown,
  flag,
  id,
  json,
  number,
  type Shown,
  step,
  text,
  time,
  words,
} from "./personal-forms.ts";
import type { Tables } from "./schema.ts";

export interface StoredPart<Columns> {
  readonly part: PersonalPart;
  /** Selects the rows that are about the user. */
  readonly of: (user: number) => RawBuilder<boolean>;
  readonly columns: { readonly [Column in keyof Columns]: Shown | string };
}

/** Whether the subject of a row of this kind is a user. */
const isOfUser: Readonly<Record<RevocationKind, boolean>> = {
  "access-token": false,
  "write-access": false,
  "bearer-token": false,
  "consumer-secret": false,
  "previous-secret": false,
  application: false,
  "application-write": false,
  "application-service": false,
  approval: false,
  ownership: false,
  collaborator: false,
  user: true,
  "user-service": true,
  admin: true,
  password: true,
  email: true,
  "recovery-code": true,
  identity: true,
  passkey: true,
  "authenticator-app": true,
  "api-key": false,
};
const revocationsOfUsers = revocationKinds.filter((kind) => isOfUser[kind]);

const secret = "a secret, or a digest by which a secret is found";
const derived = "repeats another member in a form for searching or sorting";
const otherUser = "the ID of another user";
const own = "the user's own ID, which the account has";
const bookkeeping = "says what the service did already, and nothing about the user";
const credential = "the name of a credential that an application holds";
const ofApplications = "about an application, and no user";

export const kept: {
  readonly [Table in keyof Tables]: readonly StoredPart<Tables[Table]>[] | string;
} = {
  user: [
    {
      part: "account",
      of: (user) => sql`id = ${user}`,
      columns: {
        id,
        screen_name: text,
        folded_screen_name: derived,
        name: text,
        email: text,
        email_verified: flag,
        email_distrusted: flag,
        password_hash: secret,
        is_admin: as("admin", flag),
        created_at: time,
        suspended_because: text,
        password_requested_at: as("weak_password_reported_at", time),
        notifications_off: words,
        language: text,
      },
    },
  ],
  application: [
    {
      part: "applications",
      of: (user) => sql`owner_id = ${user}`,
      columns: {
        id,
        owner_id: own,
        ...fieldsShown<ApplicationDraft>(applicationFields),
        folded_name: derived,
        consumer_key: text,
        consumer_secret: secret,
        secret_set_at: time,
        secret_reported: bookkeeping,
        previous_secret: secret,
        previous_secret_until: time,
        secret_revoked_at: time,
        consumer_secret_digest: secret,
        previous_secret_digest: secret,
        confirmed_schemes: words,
        waits: derived,
        icon: text,
        identity_changed_at: time,
        limits: json,
        plan: text,
        created_at: time,
        used_day: as("last_used_on", day),
        suspended_because: text,
        purpose: text,
        expected_users: text,
        answers: json,
        approval: text,
        approval_text: text,
        approval_since: time,
        awaited_access: text,
        awaited_callbacks: json,
        owner_notice: as("administrators_notice", text),
        owner_notice_at: as("administrators_notice_at", time),
      },
    },
  ],
  application_icon: "a picture of an application, which everyone can see",
  collaborator: [
    {
      part: "collaborations",
      of: (user) => sql`user_id = ${user}`,
      columns: {
        application_id: id,
        user_id: own,
        role: text,
        accepted: flag,
        invited_at: time,
        invited_by: otherUser,
      },
    },
    {
      part: "invitations_sent",
      of: (user) => sql`invited_by = ${user}`,
      columns: {
        application_id: id,
        user_id: otherUser,
        role: text,
        accepted: flag,
        invited_at: time,
        invited_by: own,
      },
    },
  ],
  ownership_offer: [
    {
      part: "applications_offered",
      of: (user) => sql`user_id = ${user}`,
      columns: { application_id: id, user_id: own, offered_at: time },
    },
  ],
  request_token: [
    {
      part: "approvals",
      of: (user) => sql`approved_by = ${user}`,
      columns: {
        token: credential,
        secret,
        application_id: id,
        callback: text,
        access: text,
        request_email: as("email_granted", flag),
        expires_at: time,
        approved_by: own,
        approved_at: time,
        approved_explicitly: flag,
        canceled: "never set on what was approved",
        verifier_digest: secret,
        wrong_tries: "counts tries of an application",
      },
    },
  ],
  access_token: [tokens("access_tokens")],
  further_access_token: [tokens("further_access_tokens")],
  bearer_token: ofApplications,
  previous_bearer_token: ofApplications,
  session: [
    {
      part: "sessions",
      of: (user) => sql`user_id = ${user}`,
      columns: {
        digest: secret,
        user_id: own,
        signed_in_for: credential,
        signed_in_at: time,
        last_seen_at: time,
        user_agent: text,
        address: as("ip_address", text),
        auth_events: as("authenticated", authEvents),
        provider_issuer: text,
        provider_subject: text,
        provider_sid: "with it the provider ends the session",
      },
    },
  ],
  totp: [
    {
      part: "authenticator_app",
      of: (user) => sql`user_id = ${user}`,
      columns: {
        user_id: own,
        secret,
        last_step: as("last_code_of", step),
        created_at: time,
      },
    },
  ],
  recovery_code: [
    {
      // A row without members: only their number is given.
      part: "recovery_codes",
      of: (user) => sql`user_id = ${user}`,
      columns: { user_id: own, digest: secret },
    },
  ],
  waiting_sign_in: [
    {
      part: "sign_ins_begun",
      of: (user) => sql`user_id = ${user}`,
      columns: {
        digest: secret,
        user_id: own,
        auth_events: as("authenticated", authEvents),
        signed_in_for: credential,
        expires_at: time,
        provider_issuer: text,
        provider_subject: text,
        provider_sid: "with it the provider ends the session",
      },
    },
  ],
  identity: [
    {
      part: "identities",
      of: (user) => sql`user_id = ${user}`,
      columns: { issuer: text, subject: text, user_id: own, linked_at: time },
    },
  ],
  passkey: [
    {
      part: "passkeys",
      of: (user) => sql`user_id = ${user}`,
      columns: {
        credential_id: text,
        user_id: own,
        name: text,
        public_key: "a random key, of use to the service alone",
        sign_count: number,
        transports: words,
        created_at: time,
        last_used_at: time,
      },
    },
  ],
  audit_event: [
    {
      part: "events",
      of: (user) => sql`user_id = ${user}`,
      columns: {
        id,
        at: time,
        name: text,
        actor: as("by", actor),
        user_id: own,
        application_id: id,
        address: as("ip_address", addressOfActor),
        details: json,
      },
    },
    {
      part: "actions",
      of: (user) => sql`actor = ${`user:${user}`} and (user_id is null or user_id <> ${user})`,
      columns: {
        id,
        at: time,
        name: text,
        actor: own,
        user_id: otherUser,
        application_id: id,
        address: as("ip_address", text),
        details: "can be about another user",
      },
    },
  ],
  grant_count: ofApplications,
  one_time_link: [
    {
      part: "links",
      of: (user) => sql`user_id = ${user}`,
      columns: {
        digest: secret,
        purpose: text,
        user_id: own,
        note: as("email", text),
        mailed_to: "only invitations have it",
        message: "only invitations have it",
        role: "only invitations have it",
        page: "only invitations have it",
        created_at: time,
        expires_at: time,
        email_outcome: "only invitations have it",
        made_by: otherUser,
        withdrawn_in: "only invitations have it",
        restored_until: "only invitations have it",
      },
    },
    {
      part: "links_created",
      of: (user) => sql`made_by = ${user} and (user_id is null or user_id <> ${user})`,
      columns: {
        digest: secret,
        purpose: text,
        user_id: otherUser,
        note: "can be about another user",
        mailed_to: "another user's",
        message: text,
        role: text,
        page: text,
        created_at: time,
        expires_at: time,
        email_outcome: text,
        made_by: own,
        withdrawn_in: secret,
        restored_until: time,
      },
    },
  ],
  reserved_screen_name: [
    {
      part: "reserved_screen_names",
      of: (user) => sql`user_id = ${user}`,
      columns: { folded_screen_name: as("screen_name", text), user_id: own, until: time },
    },
  ],
  setting: "about the service",
  plan: "about the service",
  api_limit: "about the service",
  use_count: ofApplications,
  use_day: ofApplications,
  source:
    "about an application: IP addresses from which its requests came, and their programs. It names no user",
  trait_use: ofApplications,
  trait_user: [
    {
      part: "ways_of_signing",
      of: (user) => sql`user_id = ${user}`,
      columns: { trait: text, application_id: id, user_id: own, day: as("last_used_on", day) },
    },
  ],
  sunset_notice: [
    {
      part: "sunset_notices",
      of: (user) => sql`user_id = ${user}`,
      columns: {
        name: as("sunset", text),
        user_id: own,
        about: text,
        stage: as("emails", number),
        due: as("waits", flag),
      },
    },
  ],
  sunset_pass: "about the service",
  deleted_application: ofApplications,
  ring_key: "about the service",
  notice:
    "emails about applications, which wait for at most a day; they can name several users, and each gets theirs",
  limit_notice: ofApplications,
  account_notice: [
    {
      part: "emails_waiting",
      of: (user) => sql`user_id = ${user}`,
      columns: {
        user_id: own,
        email: text,
        news: as("about", text),
        unverified: as("email_unverified", flag),
        screen_name: text,
        language: text,
        address: text,
        user_agent: text,
        at: time,
      },
    },
  ],
  revocation: [
    {
      part: "revocations",
      of: (user) => sql`kind in (${sql.join(revocationsOfUsers)}) and subject = ${String(user)}`,
      columns: {
        id: bookkeeping,
        mark: "random, and tells the rows apart",
        at: time,
        kind: text,
        subject: own,
        detail: detailOfRevocation,
      },
    },
  ],
  logged_request: [
    {
      part: "requests",
      of: (user) => sql`user_id = ${user}`,
      columns: {
        id: bookkeeping,
        application_id: id,
        user_id: own,
        at: time,
        operation: text,
        code: as("error_code", number),
        authenticated: bookkeeping,
        network: "only of a rejected request; the network that the application sent it from",
        level: bookkeeping,
        details: "encrypted, without secrets: what the application sent",
        expires_at: as("kept_until", time),
      },
    },
  ],
  bulk_action: [
    {
      part: "bulk_actions",
      of: (user) => sql`created_by = ${`user:${user}`}`,
      columns: {
        id,
        kind: text,
        filters: "may name another user",
        because: text,
        application_id: id,
        user_id: otherUser,
        created_by: own,
        announced_at: time,
        items: number,
        users: number,
        state: text,
        begun_at: time,
        ended_at: time,
        position: bookkeeping,
        done: number,
        lease: bookkeeping,
        leased_until: bookkeeping,
      },
    },
  ],
  provider_logout:
    "about a session at a provider; it names the provider's user, and is kept for minutes",
  api_key: [
    {
      part: "api_keys_created",
      of: (user) => sql`created_by = ${`user:${user}`}`,
      columns: {
        id,
        name: text,
        digest: secret,
        prefix: text,
        role: text,
        created_by: own,
        created_at: time,
        expires_at: time,
        rotated_at: time,
        previous_digest: secret,
        previous_until: time,
        last_used_at: "about a program of the administrator",
        expiry_reported: bookkeeping,
        expiry_notice: bookkeeping,
        last_used_from: "the address of a program of the administrator",
      },
    },
  ],
  admin_request: [
    {
      part: "stored_responses",
      of: (user) => sql`user_id = ${user}`,
      columns: {
        digest: secret,
        request: secret,
        api_key_id: "the key of a program of the administrator",
        attempt: bookkeeping,
        begun_at: as("at", time),
        reply:
          "encrypted: what a program of the administrator was told, such as the user's name and email address, which the account has. It is kept for a day, and erased with the account or the application",
        reply_bytes: bookkeeping,
        erased: bookkeeping,
        user_id: own,
        application_id: id,
      },
    },
  ],
  receiver: "about the service",
  delivery: "names an event that the events have",
};

function tokens(part: PersonalPart): StoredPart<Tables["access_token"]> {
  return {
    part,
    of: (user) => sql`user_id = ${user}`,
    columns: {
      token: credential,
      secret,
      application_id: id,
      user_id: own,
      access: text,
      email_granted: flag,
      created_at: time,
      last_used_day: as("last_used_on", day),
      new_source_at: as("last_used_from_new_address_at", time),
      unused_notice_at: as("noticed_as_unused_at", time),
      secret_digest: secret,
    },
  };
}
