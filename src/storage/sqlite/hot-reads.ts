/**
 * Who signs, straight from prepared statements: the look-ups of every signed or bearer request. They
 * read the ledger itself and cache nothing, so what any process committed is seen by the very next
 * request.
 */
import type { DatabaseSync } from "node:sqlite";
import type { AccessLevel } from "../../domain/access.ts";
import type { ConsumerCredentials } from "../../domain/application.ts";
import {
  type AccessToken,
  type ApplicationId,
  type BearerToken,
  type ConsumerKey,
  Secret,
  type UserId,
} from "../../domain/credentials.ts";
import type { Ledger } from "../../domain/ports/ledger.ts";
import { sessionLife } from "../../domain/session.ts";
import { useResolutions } from "../../domain/use.ts";
import type { KeyRing } from "../../keys/key-ring.ts";
import { schemesIn } from "../sql/application-lists.ts";
import {
  accessTokenIdentity,
  bearerTokenIdentity,
  consumerSecretIdentity,
  requestTokenIdentity,
} from "../sql/sealed.ts";
import { type OpenSecret, secretOpener } from "./opened-secrets.ts";
import type { Snapshot } from "./snapshot.ts";

export type HotReads = Pick<
  Ledger,
  | "consumerCredentials"
  | "accessTokenCredentials"
  | "requestTokenCredentials"
  | "bearerApplication"
  | "outstandingBearerToken"
> & {
  /** Whether a sweep would find anything. */
  sweepable(now: number): boolean;
};

/** Takes note of a read that failed; returns the error to throw. */
export type ReadFailed = (error: unknown, doing: string) => unknown;

export function hotReads(
  database: DatabaseSync,
  keys: KeyRing,
  snapshot: Snapshot,
  failed: ReadFailed,
): HotReads {
  const open = secretOpener(keys, consumerSecretIdentity, mostOpenedOfApplications);
  const openBearer = secretOpener(keys, bearerTokenIdentity, mostOpenedOfApplications);
  const openAccess = secretOpener(keys, accessTokenIdentity, mostOpenedOfTokens);
  const consumer = prepared<ConsumerRow>(
    `select ${consumerColumns} from application where consumer_key = ?`,
  );
  const nobody = prepared<ConsumerRow>(
    "select 0, 0, 'nobody', 'read', 0, null, '[]', ' ', ?, null, null",
  );
  const sealedForNobody = keys.seal(new Secret("nobody"), consumerSecretIdentity(0));
  const access = prepared<[...ConsumerRow, ...AccessColumns]>(
    `select ${consumerColumns}, access_token.secret, access_token.access, email_granted, last_used_day, user_id,
        screen_name, "user".name, case when email_proven = 1 then email else '' end,
        "user".created_at, "user".suspended_because
      from access_token
        join application on application.id = access_token.application_id
        join "user" on "user".id = access_token.user_id
      where access_token.token = ? and consumer_key = ?`,
  );
  const request = prepared<[...ConsumerRow, ...RequestColumns]>(
    `select ${consumerColumns}, request_token.secret, approved_by, "user".suspended_because
      from request_token
        join application on application.id = request_token.application_id
        left join "user" on "user".id = request_token.approved_by
      where request_token.token = ? and consumer_key = ? and expires_at > ?`,
  );
  const bearer = prepared<
    [applicationId: number, consumerKey: string, access: AccessLevel, suspended: string | null]
  >(
    `select application.id, consumer_key, access, application.suspended_because
      from bearer_token join application on application.id = bearer_token.application_id
      where digest = ?`,
  );
  const standing = prepared<[token: Uint8Array]>(
    "select token from bearer_token where application_id = ?",
  );
  const expired = prepared<[found: number]>(
    `select exists (select 1 from request_token where expires_at <= ?1)
        or exists (select 1 from session where last_seen_at <= ?1 - ${sessionLife.idleMs})
        or exists (select 1 from session where signed_in_at <= ?1 - ${sessionLife.wholeMs})
        or exists (select 1 from one_time_link where expires_at <= ?1)
        or exists (select 1 from application where old_secret_until <= ?1)
        or ${useResolutions.map(expiredUse).join(" or ")}`,
  );

  return {
    sweepable(now) {
      return expired(now)?.[0] === 1;
    },

    outstandingBearerToken(applicationId) {
      const id = Number(applicationId);
      const row = standing(id);
      return row && (openBearer(id, row[0]).reveal() as BearerToken);
    },

    consumerCredentials(consumerKey, now) {
      const row = consumer(consumerKey);
      if (row !== undefined) return toConsumer(row, open, now);
      doTheSameForNobody(now);
      return undefined;
    },

    accessTokenCredentials(consumerKey, token, now) {
      const row = access(token, consumerKey);
      if (row === undefined) return undefined;
      const [
        secret,
        level,
        emailGranted,
        lastUsedDay,
        userId,
        screenName,
        name,
        email,
        at,
        suspended,
      ] = row.slice(consumerWidth) as AccessColumns;
      return {
        consumer: toConsumer(row, open, now),
        access: {
          token: token as AccessToken,
          secret: openAccess(token, secret),
          access: level,
          emailGranted: emailGranted === 1,
          lastUsedDay: lastUsedDay ?? undefined,
          user: {
            id: String(userId) as UserId,
            screenName,
            name,
            email,
            suspended: suspended !== null,
            createdAt: at,
          },
        },
      };
    },

    requestTokenCredentials(consumerKey, token, now) {
      const row = request(token, consumerKey, now);
      if (row === undefined) return undefined;
      const [secret, approvedBy, suspended] = row.slice(consumerWidth) as RequestColumns;
      return {
        consumer: toConsumer(row, open, now),
        request: {
          secret: keys.open(secret, requestTokenIdentity(token)),
          approvedBy:
            approvedBy === null
              ? undefined
              : { id: String(approvedBy) as UserId, suspended: suspended !== null },
        },
      };
    },

    bearerApplication(digest) {
      const row = bearer(digest);
      if (row === undefined) return undefined;
      const [applicationId, consumerKey, access, suspended] = row;
      return {
        applicationId: String(applicationId) as ApplicationId,
        consumerKey: consumerKey as ConsumerKey,
        access,
        suspended: suspended !== null,
      };
    },
  };

  /** Whether a key is known must not show in the time it takes: the row that is not there is made up and read. */
  function doTheSameForNobody(now: number): void {
    const row = nobody(sealedForNobody);
    if (row !== undefined) toConsumer(row, open, now);
  }

  /** Rows as arrays: an object of twenty names costs as much again as finding the row. */
  function prepared<Row>(
    text: string,
  ): (...values: (string | number | Uint8Array)[]) => Row | undefined {
    const statement = database.prepare(text);
    statement.setReturnArrays(true);
    return (...values) => {
      try {
        snapshot.enter();
        return statement.get(...values) as Row | undefined;
      } catch (error) {
        throw failed(error, "the ledger's look-up");
      }
    };
  }
}

/** About half a kilobyte each. */
const mostOpenedOfApplications = 1000;
const mostOpenedOfTokens = 50_000;

/**
 * Counts go an hour late, many at once: every minute another one's time has passed, and an idle service
 * would be woken for each.
 */
function expiredUse({ seconds, keptMs }: (typeof useResolutions)[number]): string {
  return `exists (select 1 from use_count
    where resolution = ${seconds} and at <= ?1 - ${keptMs + 3_600_000})`;
}

/** In the order of `ConsumerRow`. */
const consumerColumns = `application.id, owner_id, consumer_key, application.access,
  application.request_email, application.suspended_because, callbacks, confirmed_schemes, consumer_secret, old_secret,
  old_secret_until`;
const consumerWidth = 11;

type ConsumerRow = [
  applicationId: number,
  ownerId: number,
  consumerKey: string,
  access: AccessLevel,
  requestEmail: number,
  suspended: string | null,
  callbacks: string,
  confirmedSchemes: string,
  secret: Uint8Array,
  oldSecret: Uint8Array | null,
  oldUntil: number | null,
];

type AccessColumns = [
  secret: Uint8Array,
  access: AccessLevel,
  emailGranted: number,
  lastUsedDay: number | null,
  userId: number,
  screenName: string,
  name: string,
  email: string,
  createdAt: number,
  suspended: string | null,
];

type RequestColumns = [secret: Uint8Array, approvedBy: number | null, suspended: string | null];

function toConsumer(
  row: readonly [...ConsumerRow, ...unknown[]],
  open: OpenSecret<number>,
  now: number,
): ConsumerCredentials {
  const [id, ownerId, consumerKey, access, requestEmail, suspended, callbacks] = row;
  const [, , , , , , , confirmedSchemes, secret, oldSecret, oldUntil] = row;
  const current = open(id, secret);
  const overlaps = oldSecret !== null && oldUntil !== null && now < oldUntil;
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
