/**
 * The rows of credentials, for every engine: their columns, and what a request needs from them. Rows are
 * arrays, because an object with twenty names costs as much again as finding the row.
 */
import type { AccessLevel } from "../../domain/access.ts";
import type { AccessTokenCredentials } from "../../domain/access-token.ts";
import { type ConsumerCredentials, overlapLasts } from "../../domain/application.ts";
import {
  type AccessToken,
  type ApplicationId,
  type BearerToken,
  type ConsumerKey,
  Secret,
  type UserId,
} from "../../domain/credentials.ts";
import { endsOf, isWithin, type Moment } from "../../domain/lasting.ts";
import { type RequestTokenCredentials, requestTokenLifeMs } from "../../domain/request-token.ts";
import type { KeyRing } from "../../keys/key-ring.ts";
import { isSameSecret } from "./importing.ts";
import { type OpenSecret, secretOpener } from "./opened-secrets.ts";
import {
  accessTokenIdentity,
  bearerTokenIdentity,
  consumerSecretIdentity,
  previousBearerTokenIdentity,
  requestTokenIdentity,
} from "./sealed.ts";
import { schemesIn } from "./waiting-applications.ts";

/** About half a kilobyte each. */
const mostOpenedOfApplications = 1000;
const mostOpenedOfTokens = 50_000;

/** SQL without the final condition. */
export interface HotSelects {
  /** The columns of `ConsumerRow`, from the table `application`. */
  readonly consumerColumns: string;
  /**
   * An `AccessRow`, from `access_token`, `further_access_token` or a subquery with `accessColumns`; a condition on
   * `access_token.token` and `consumer_key` follows.
   */
  readonly accessFrom: (tokens: string) => string;
  /** A `RequestRow`; a condition on `request_token.token` and `consumer_key` follows. */
  readonly request: string;
  /** A `BearerTokenRow`; a condition on `application.id` follows. */
  readonly bearerToken: string;
}

/**
 * `hex`: the SQL expression for a column's bytes in hex, null if the column is null. Node's SQLite allocates a
 * buffer outside the heap for each blob, which takes a microsecond; a text costs a tenth of that and compares
 * as fast.
 */
export function hotSelects(hex: (column: string) => string): HotSelects {
  const consumerColumns = `application.id, owner_id, consumer_key, application.access,
    application.request_email, application.suspended_because, callbacks, confirmed_schemes,
    ${hex("consumer_secret")}, ${hex("old_secret")}, old_secret_until, secret_set_at`;
  return {
    consumerColumns,
    accessFrom: (
      tokens,
    ) => `select ${consumerColumns}, ${hex("access_token.secret")}, access_token.access, email_granted,
        last_used_day, user_id, screen_name, "user".name, case when email_proven = 1 then email else '' end,
        "user".created_at, "user".suspended_because, access_token.token
      from ${tokens} as access_token
        join application on application.id = access_token.application_id
        join "user" on "user".id = access_token.user_id`,
    request: `select ${consumerColumns}, ${hex("request_token.secret")}, approved_by, "user".suspended_because,
        expires_at, request_token.token
      from request_token
        join application on application.id = request_token.application_id
        left join "user" on "user".id = request_token.approved_by`,
    bearerToken: `select application.id, ${hex("consumer_secret")}, ${hex("old_secret")}, old_secret_until,
        secret_set_at, ${hex("bearer_token.token")}, ${hex("previous_bearer_token.token")}
      from application
        left join bearer_token on bearer_token.application_id = application.id
        left join previous_bearer_token on previous_bearer_token.application_id = application.id`,
  };
}

/** The columns that `accessFrom` reads. */
export const accessColumns =
  "token, secret, application_id, user_id, access, email_granted, last_used_day";

/** Encrypted secrets are in hex. */
export type ConsumerRow = readonly [
  applicationId: number,
  ownerId: number,
  consumerKey: string,
  access: AccessLevel,
  requestEmail: number,
  suspended: string | null,
  callbacks: string,
  confirmedSchemes: string,
  secret: string,
  oldSecret: string | null,
  oldUntil: number | null,
  secretSetAt: number,
];

export type AccessRow = readonly [
  ...ConsumerRow,
  secret: string,
  access: AccessLevel,
  emailGranted: number,
  lastUsedDay: number | null,
  userId: number,
  screenName: string,
  name: string,
  email: string,
  createdAt: number,
  suspended: string | null,
  token: string,
];

export type RequestRow = readonly [
  ...ConsumerRow,
  secret: string,
  approvedBy: number | null,
  suspended: string | null,
  expiresAt: number,
  token: string,
];

/** A `BearerRow`. The condition names `digest`. */
export function selectBearer(condition: string): string {
  const from = (table: string, isPrevious: 0 | 1) =>
    `select application.id, consumer_key, access, application.suspended_because, digest, ${isPrevious},
        old_secret_until, secret_set_at
      from ${table} join application on application.id = ${table}.application_id where ${condition}`;
  // SQLite stops after the first row, so a current token costs nothing more.
  return `${from("bearer_token", 0)} union all ${from("previous_bearer_token", 1)}`;
}

export type BearerRow = readonly [
  applicationId: number,
  consumerKey: string,
  access: AccessLevel,
  suspended: string | null,
  digest: string,
  isPrevious: number,
  oldUntil: number | null,
  secretSetAt: number,
];

/** An application's secrets and the bearer token of each. */
export type BearerTokenRow = readonly [
  applicationId: number,
  secret: string,
  oldSecret: string | null,
  oldUntil: number | null,
  secretSetAt: number,
  token: string | null,
  previousToken: string | null,
];

export interface HotRows {
  consumer(row: ConsumerRow, now: Moment): ConsumerCredentials;
  access(
    row: AccessRow,
    now: number,
  ): { consumer: ConsumerCredentials; access: AccessTokenCredentials };
  /** Undefined if it has expired. */
  request(
    row: RequestRow,
    now: Moment,
  ): { consumer: ConsumerCredentials; request: RequestTokenCredentials } | undefined;
  /** Undefined if the secret that fetched it has ended. */
  bearer(
    row: BearerRow,
    now: number,
  ):
    | {
        applicationId: ApplicationId;
        consumerKey: ConsumerKey;
        access: AccessLevel;
        suspended: boolean;
      }
    | undefined;
  /** The token that this consumer secret fetched. */
  bearerToken(row: BearerTokenRow, provedBy: Secret, now: number): BearerToken | undefined;
  /** A stand-in row for an unknown key, to be read like a real one. */
  readonly nobody: ConsumerRow;
}

export function hotRows(keys: KeyRing): HotRows {
  const open = secretOpener(keys, consumerSecretIdentity, mostOpenedOfApplications);
  const openBearer = secretOpener(keys, bearerTokenIdentity, mostOpenedOfApplications);
  const openPrevious = secretOpener(keys, previousBearerTokenIdentity, mostOpenedOfApplications);
  const openAccess = secretOpener(keys, accessTokenIdentity, mostOpenedOfTokens);
  const sealed = keys.seal(new Secret("nobody"), consumerSecretIdentity(0));
  const sealedForNobody = Buffer.from(sealed).toString("hex");
  const consumer = (row: readonly [...ConsumerRow, ...unknown[]], now: Moment) =>
    toConsumer(row, open, now);

  return {
    consumer,
    nobody: [0, 0, "nobody", "read", 0, null, "[]", " ", sealedForNobody, null, null, 0],

    access(row, now) {
      const token = row[22];
      return {
        consumer: consumer(row, now),
        access: {
          token: token as AccessToken,
          secret: openAccess(token, row[12]),
          access: row[13],
          emailGranted: row[14] === 1,
          lastUsedDay: row[15] ?? undefined,
          user: {
            id: String(row[16]) as UserId,
            screenName: row[17],
            name: row[18],
            email: row[19],
            suspended: row[21] !== null,
            createdAt: row[20],
          },
        },
      };
    },

    request(row, now) {
      const [, , , , , , , , , , , , secret, approvedBy, suspended, expiresAt, token] = row;
      if (!isWithin(endsOf(now, requestTokenLifeMs), expiresAt)) return undefined;
      return {
        consumer: consumer(row, now),
        request: {
          secret: keys.open(Buffer.from(secret, "hex"), requestTokenIdentity(token)),
          approvedBy:
            approvedBy === null
              ? undefined
              : { id: String(approvedBy) as UserId, suspended: suspended !== null },
        },
      };
    },

    bearer([applicationId, consumerKey, access, suspended, , isPrevious, until, setAt], now) {
      if (isPrevious === 1 && !overlapLasts({ until, setAt }, now)) return undefined;
      return {
        applicationId: String(applicationId) as ApplicationId,
        consumerKey: consumerKey as ConsumerKey,
        access,
        suspended: suspended !== null,
      };
    },

    bearerToken([id, secret, oldSecret, until, setAt, token, previousToken], provedBy, now) {
      if (isSameSecret(open(id, secret), provedBy)) {
        return token === null ? undefined : (openBearer(id, token).reveal() as BearerToken);
      }
      if (oldSecret === null || previousToken === null) return undefined;
      if (!overlapLasts({ until, setAt }, now)) return undefined;
      if (!isSameSecret(open(id, oldSecret), provedBy)) return undefined;
      return openPrevious(id, previousToken).reveal() as BearerToken;
    },
  };
}

function toConsumer(
  row: readonly [...ConsumerRow, ...unknown[]],
  open: OpenSecret<number>,
  now: Moment,
): ConsumerCredentials {
  const [id, ownerId, consumerKey, access, requestEmail, suspended, callbacks] = row;
  const [, , , , , , , confirmedSchemes, secret, oldSecret, oldUntil, setAt] = row;
  const current = open(id, secret);
  const overlaps = oldSecret !== null && overlapLasts({ until: oldUntil, setAt }, now);
  return {
    applicationId: String(id) as ApplicationId,
    ownerId: String(ownerId) as UserId,
    consumerKey: consumerKey as ConsumerKey,
    access,
    requestEmail: requestEmail === 1,
    suspended: suspended !== null,
    callbacks: () => JSON.parse(callbacks),
    confirmedSchemes: () => schemesIn(confirmedSchemes),
    consumerSecrets: overlaps ? [current, open(id, oldSecret)] : [current],
  };
}
