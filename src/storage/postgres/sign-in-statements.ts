/**
 * The steps of a sign-in, each as one statement for many at once that returns what it changed. The statement
 * itself compares what it decides by; docs/adr/0040-sign-ins-share-commits.md explains why no concurrent commit
 * can make it wrong.
 */
import { rowsAsked } from "./rows-asked.ts";

/**
 * Issues tokens if the application is unchanged. Serializable, because it reads what `changeApplication` writes
 * and the other way round.
 */
export const issuing = rowsAsked("asked", {
  token: "text",
  secret: "text",
  application_id: "bigint",
  callback: "text",
  access: "text",
  request_email: "integer",
  expires_at: "bigint",
  seen_access: "text",
  seen_callbacks: "text",
});

/** Returns the tokens that were issued. */
export const issue = `insert into request_token
    (token, secret, application_id, callback, access, request_email, expires_at, cancelled, wrong_tries)
  select asked.token, decode(asked.secret, 'hex'), asked.application_id, asked.callback, asked.access,
      asked.request_email, asked.expires_at, 0, 0
    from ${issuing.from}
      join application on application.id = asked.application_id
        and application.access = asked.seen_access and application.callbacks = asked.seen_callbacks
  returning token`;

const event = {
  about_user: "bigint",
  about_application: "bigint",
  at: "bigint",
  name: "text",
  actor: "text",
  address: "text",
  details: "text",
} as const;

/** Writes an audit row for each event of `asked` that is among `those`. */
function recording(those: string): string {
  return `insert into audit_event (at, name, actor, user_id, application_id, address, details)
    select at, name, actor, about_user, about_application, address, details
      from asked join ${those} using (token)`;
}

export const approving = rowsAsked("asked", {
  token: "text",
  user_id: "bigint",
  approved_at: "bigint",
  digest: "text",
  after: "bigint",
  up_to: "bigint",
  session: "text",
  ...event,
});

/**
 * Approves tokens that nobody has answered, for users who were asked, if the session of the answer is still open.
 * Returns the tokens that were approved. It changes the session's row, although nothing in it becomes different:
 * whatever ends the session and all approvals waits for this statement and is then repeated, or this statement waits
 * and finds no session. Rows are locked in order, so that two batches do not wait for each other.
 */
export const approve = `with asked as (select * from ${approving.from}),
  open as (
    update session set last_seen_at = session.last_seen_at
      from (
        select digest from session join "user" on "user".id = session.user_id
          where digest in (select session from asked) and suspended_because is null
          order by digest for no key update of session) as locked
      where session.digest = locked.digest
      returning session.digest),
  approved as (
    update request_token
      set approved_by = asked.user_id, approved_at = asked.approved_at, approved_explicitly = 1,
        verifier_digest = asked.digest
      from asked left join open on open.digest = asked.session
      where request_token.token = asked.token and expires_at > asked.after and expires_at <= asked.up_to
        and approved_by is null and cancelled = 0
        and (asked.session is null or open.digest is not null)
      returning request_token.token),
  recorded as (${recording("approved")})
  select token from approved`;

/**
 * What an exchange decides by, for those with the right verifier. It no longer changes once the token is
 * approved.
 */
export const approvals = `select request_token.token, verifier_digest, application_id, approved_by,
    request_token.access, request_email
  from unnest($1::text[], $2::bigint[], $3::bigint[]) as asked(token, after, up_to)
    join request_token on request_token.token = asked.token
      and expires_at > asked.after and expires_at <= asked.up_to
  where approved_by is not null and verifier_digest is not null`;

export type Approval = readonly [
  token: string,
  digest: string,
  applicationId: number,
  userId: number,
  access: "read" | "write",
  requestEmail: number,
];

export const exchanging = rowsAsked("asked", {
  request_token: "text",
  digest: "text",
  token: "text",
  secret: "text",
  created_at: "bigint",
  day: "integer",
  ...event,
});

/**
 * The request token is deleted by token and digest, so of all concurrent exchanges on all nodes one deletes the
 * row. No two items may be about the same grant. The parameter after the columns is the slot of the count.
 */
export const exchange = `with asked as (select * from ${exchanging.from}),
  used as (
    delete from request_token using asked
      where request_token.token = asked.request_token and request_token.verifier_digest = asked.digest
      returning request_token.token as request_token, application_id, approved_by as user_id,
        request_token.access, request_email),
  granted as (
    insert into access_token (token, secret, application_id, user_id, access, email_granted, created_at)
      select asked.token, decode(asked.secret, 'hex'), application_id, user_id, access, request_email, asked.created_at
        from used join asked using (request_token)
        order by application_id, user_id, access
      on conflict (application_id, user_id, access) do update set email_granted = excluded.email_granted
      returning token, secret, application_id, user_id, access),
  counted as (
    insert into grant_count (application_id, day, access, slot, change)
      select application_id, day, access, $${exchanging.columns + 1}::integer, count(*)
        from asked join granted using (token)
        group by application_id, day, access order by application_id, day, access
      on conflict (application_id, day, access, slot) do update set change = grant_count.change + excluded.change),
  recorded as (${recording("granted")})
  select used.request_token, granted.token, encode(granted.secret, 'hex'), screen_name
    from used join granted using (application_id, user_id, access)
      join "user" on "user".id = used.user_id`;

export type Exchanged = readonly [
  requestToken: string,
  token: string,
  secret: string,
  screenName: string,
];
