/**
 * The lookups of every signed or bearer request, as prepared statements. They return what is in the database at
 * this moment, so the next request sees what any process committed.
 */
import type { DatabaseSync } from "node:sqlite";
import type {
  AccessToken,
  ConsumerKey,
  RequestToken,
  TokenDigest,
} from "../../domain/credentials.ts";
import type { Moment } from "../../domain/lasting.ts";
import type { KeyRing } from "../../tools/keys/key-ring.ts";
import { anyOldEvent } from "../sql/audit-retention.ts";
import { type CredentialRow, credentialSelects, selectBearer } from "../sql/credential-columns.ts";
import { type CredentialLookups, credentialRows } from "../sql/credential-rows.ts";
import { anyExpired } from "../sql/housekeeping.ts";
import type { ConfirmedRows, LookupValues, RowLookup } from "./confirmed-rows.ts";
import type { Snapshot } from "./snapshot.ts";

export interface SqliteLookups extends CredentialLookups {
  /** Whether a sweep would find anything to delete. */
  sweepable(expired: { now: number; auditFrom?: number | undefined }): boolean;
}

/** Records a failed read and returns the error to throw. */
export type ReadFailed = (error: unknown, doing: string) => unknown;

export function credentialLookups(
  database: DatabaseSync,
  keys: KeyRing,
  snapshot: Snapshot,
  confirmed: ConfirmedRows,
  failed: ReadFailed,
): SqliteLookups {
  const rows = credentialRows(keys);
  const selects = credentialSelects((column) => `nullif(hex(${column}), '')`);
  const consumer = prepared<[consumerKey: string], CredentialRow>(
    `select ${selects.consumerColumns} from application where consumer_key = ?`,
  );
  const decoy = prepared<[secret: Uint8Array], CredentialRow>(rows.decoySelect);
  const accessIn = (table: string) =>
    prepared<[token: AccessToken, consumerKey: ConsumerKey], CredentialRow>(
      `${selects.accessFrom(table)} where access_token.token = ? and consumer_key = ?`,
    );
  const firstAccess = accessIn("access_token");
  const furtherAccess = accessIn("further_access_token");
  const access = keptOver<[token: AccessToken, consumerKey: ConsumerKey], CredentialRow>(
    (token, consumerKey) => firstAccess(token, consumerKey) ?? furtherAccess(token, consumerKey),
  );
  const request = keptOver(
    prepared<[token: RequestToken, consumerKey: ConsumerKey], CredentialRow>(
      `${selects.request} where request_token.token = ? and consumer_key = ?`,
    ),
  );
  const bearer = keptOver(
    prepared<[digest: TokenDigest], CredentialRow>(selectBearer("digest = ?1")),
  );
  const bearerOf = keptOver(
    prepared<[id: number], CredentialRow>(
      `${selects.secretsAndBearerTokens} where application.id = ?`,
    ),
  );
  const expired = prepared<[now: number, auditFrom: number], [found: number]>(
    `select ${anyExpired("?1")} or ${anyOldEvent("?2")}`,
  );

  return {
    sweepable({ now, auditFrom = Number.MIN_SAFE_INTEGER }) {
      return expired(now, auditFrom)?.[0] === 1;
    },

    outstandingBearerToken({ applicationId, authenticatedBy }, now) {
      const row = bearerOf(Number(applicationId));
      return row && rows.bearerToken(row, authenticatedBy, now);
    },

    consumerCredentials(consumerKey, now) {
      const row = consumer(consumerKey);
      if (row !== undefined) return rows.consumer(row, now);
      readDecoy(now);
      return undefined;
    },

    accessTokenCredentials(consumerKey, token, now) {
      const row = access(token, consumerKey);
      return row && rows.access(row, now);
    },

    requestTokenCredentials(consumerKey, token, now) {
      const row = request(token, consumerKey);
      return row && rows.request(row, now);
    },

    bearerApplication(digest, now) {
      const row = bearer(digest);
      return row && rows.bearer(row, now);
    },
  };

  /** The time it takes must not reveal whether a key is known, so a decoy is made and read. */
  function readDecoy(now: Moment): void {
    const row = decoy(rows.decoySecret);
    if (row !== undefined) rows.consumer(row, now);
  }

  function keptOver<Values extends LookupValues, Row extends readonly unknown[]>(
    read: RowLookup<Values, Row>,
  ): RowLookup<Values, Row> {
    const lookup = confirmed.over(read);
    return (...values) => {
      try {
        confirmed.confirm(snapshot.enter());
      } catch (error) {
        throw failed(error, "the database's lookup");
      }
      return lookup(...values);
    };
  }

  function prepared<Values extends readonly (string | number | Uint8Array)[], Row>(
    text: string,
  ): (...values: Values) => Row | undefined {
    const statement = database.prepare(text);
    statement.setReturnArrays(true);
    return (...values) => {
      try {
        snapshot.enter();
        return statement.get(...values) as Row | undefined;
      } catch (error) {
        throw failed(error, "the database's lookup");
      }
    };
  }
}
