/**
 * Who signs, straight from prepared statements: the look-ups of every signed or bearer request. They
 * read the ledger itself and cache nothing, so what any process committed is seen by the very next
 * request.
 */
import type { DatabaseSync } from "node:sqlite";
import type { AccessLevel } from "../../domain/access.ts";
import type { ConsumerCredentials } from "../../domain/application.ts";
import type {
  AccessToken,
  ApplicationId,
  BearerToken,
  ConsumerKey,
  Secret,
  UserId,
} from "../../domain/credentials.ts";
import type { Ledger } from "../../domain/ports.ts";
import { sessionLife } from "../../domain/session.ts";
import type { KeyRing } from "../../keys/key-ring.ts";
import {
  accessTokenIdentity,
  bearerTokenIdentity,
  consumerSecretIdentity,
  requestTokenIdentity,
} from "./sealed.ts";
import type { Snapshot } from "./sqlite-snapshot.ts";

type HotReads = Pick<
  Ledger,
  | "consumerCredentials"
  | "accessTokenCredentials"
  | "requestTokenCredentials"
  | "bearerApplication"
  | "standingBearerToken"
> & {
  /** Whether a sweep would find anything. */
  sweepable(now: number): boolean;
};

export function hotReads(database: DatabaseSync, keys: KeyRing, snapshot: Snapshot): HotReads {
  const openConsumerSecret = opener(keys);
  const consumer = database.prepare(
    `select ${consumerColumns} from application where consumer_key = ?`,
  );
  const access = database.prepare(
    `select ${consumerColumns}, access_token.secret, access_token.access as token_access,
        email_granted, user_id, screen_name, "user".name, email, "user".created_at,
        "user".suspended_because as user_suspended_because
      from access_token
        join application on application.id = access_token.application_id
        join "user" on "user".id = access_token.user_id
      where access_token.token = ? and consumer_key = ?`,
  );
  const request = database.prepare(
    `select ${consumerColumns}, request_token.secret, approved_by,
        "user".suspended_because as user_suspended_because
      from request_token
        join application on application.id = request_token.application_id
        left join "user" on "user".id = request_token.approved_by
      where request_token.token = ? and consumer_key = ? and expires_at > ?`,
  );
  const bearer = database.prepare(
    `select application.id as application_id, consumer_key, application.suspended_because
      from bearer_token join application on application.id = bearer_token.application_id
      where digest = ?`,
  );

  const standing = database.prepare("select token from bearer_token where application_id = ?");

  const expired = database.prepare(
    `select exists (select 1 from request_token where expires_at <= ?1)
        or exists (select 1 from session where last_seen_at <= ?1 - ${sessionLife.idleMs})
        or exists (select 1 from session where signed_in_at <= ?1 - ${sessionLife.wholeMs})
        or exists (select 1 from application where old_secret_until <= ?1) as found`,
  );

  return {
    sweepable(now) {
      return expired.get(now)?.["found"] === 1;
    },

    standingBearerToken(applicationId) {
      snapshot.enter();
      const row = standing.get(Number(applicationId)) as { token: Uint8Array } | undefined;
      return (
        row && (keys.open(row.token, bearerTokenIdentity(applicationId)).reveal() as BearerToken)
      );
    },

    consumerCredentials(consumerKey, now) {
      snapshot.enter();
      const row = consumer.get(consumerKey) as ConsumerRow | undefined;
      return row && toConsumer(row, openConsumerSecret, now);
    },

    accessTokenCredentials(consumerKey, token, now) {
      snapshot.enter();
      const row = access.get(token, consumerKey) as AccessRow | undefined;
      return (
        row && {
          consumer: toConsumer(row, openConsumerSecret, now),
          access: {
            token: token as AccessToken,
            secret: keys.open(row.secret, accessTokenIdentity(token)),
            access: row.token_access,
            emailGranted: row.email_granted === 1,
            user: {
              id: String(row.user_id) as UserId,
              screenName: row.screen_name,
              name: row.name,
              email: row.email,
              suspended: row.user_suspended_because !== null,
              createdAt: row.created_at,
            },
          },
        }
      );
    },

    requestTokenCredentials(consumerKey, token, now) {
      snapshot.enter();
      const row = request.get(token, consumerKey, now) as RequestRow | undefined;
      return (
        row && {
          consumer: toConsumer(row, openConsumerSecret, now),
          request: {
            secret: keys.open(row.secret, requestTokenIdentity(token)),
            approvedBy:
              row.approved_by === null
                ? undefined
                : {
                    id: String(row.approved_by) as UserId,
                    suspended: row.user_suspended_because !== null,
                  },
          },
        }
      );
    },

    bearerApplication(digest) {
      snapshot.enter();
      const row = bearer.get(digest) as BearerRow | undefined;
      return (
        row && {
          applicationId: String(row.application_id) as ApplicationId,
          consumerKey: row.consumer_key as ConsumerKey,
          suspended: row.suspended_because !== null,
        }
      );
    },
  };
}

const consumerColumns = `application.id as application_id, owner_id, consumer_key,
  application.access as application_access, application.request_email as application_request_email,
  application.suspended_because as application_suspended_because,
  callbacks, consumer_secret, old_secret, old_secret_until`;

interface ConsumerRow {
  application_id: number;
  owner_id: number;
  consumer_key: string;
  application_access: AccessLevel;
  application_request_email: number;
  application_suspended_because: string | null;
  callbacks: string;
  consumer_secret: Uint8Array;
  old_secret: Uint8Array | null;
  old_secret_until: number | null;
}

interface AccessRow extends ConsumerRow {
  secret: Uint8Array;
  token_access: AccessLevel;
  email_granted: number;
  user_id: number;
  screen_name: string;
  name: string;
  email: string;
  created_at: number;
  user_suspended_because: string | null;
}

interface RequestRow extends ConsumerRow {
  secret: Uint8Array;
  approved_by: number | null;
  user_suspended_because: string | null;
}

interface BearerRow {
  application_id: number;
  consumer_key: string;
  suspended_because: string | null;
}

function toConsumer(row: ConsumerRow, open: OpenConsumerSecret, now: number): ConsumerCredentials {
  const current = open(row.application_id, row.consumer_secret);
  const old =
    row.old_secret !== null && row.old_secret_until !== null && now < row.old_secret_until
      ? open(row.application_id, row.old_secret)
      : undefined;
  return {
    applicationId: String(row.application_id) as ApplicationId,
    ownerId: String(row.owner_id) as UserId,
    consumerKey: row.consumer_key as ConsumerKey,
    access: row.application_access,
    requestEmail: row.application_request_email === 1,
    suspended: row.application_suspended_because !== null,
    callbacks: () => JSON.parse(row.callbacks),
    consumerSecrets: old === undefined ? [current] : [current, old],
  };
}

type OpenConsumerSecret = (applicationId: number, sealed: Uint8Array) => Secret;

const mostOpenedSecrets = 1000;

/**
 * Opens consumer secrets, and keeps what it opened beside the ciphertext: every request of an
 * application needs the same one. It is no cache of the ledger: the ciphertext comes from there each
 * time, and another ciphertext is opened anew.
 */
function opener(keys: KeyRing): OpenConsumerSecret {
  const opened = new Map<number, { sealed: Uint8Array; secret: Secret }>();
  return (applicationId, sealed) => {
    const known = opened.get(applicationId);
    if (known !== undefined && Buffer.compare(known.sealed, sealed) === 0) return known.secret;
    const secret = keys.open(sealed, consumerSecretIdentity(applicationId));
    if (opened.size >= mostOpenedSecrets) opened.clear();
    opened.set(applicationId, { sealed, secret });
    return secret;
  };
}
