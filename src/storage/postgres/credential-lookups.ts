/**
 * Looks up credentials on the primary, with one statement per kind of credential for all requests of one turn
 * of the event loop. Nothing is cached between batches, and a batch starts after the last of its requests
 * arrived, so it sees what any node committed before the request was sent
 * (docs/adr/0028-the-postgresql-engine.md).
 */
import type { AccessToken, RequestToken, TokenDigest } from "../../domain/credentials.ts";
import { StoreFailure } from "../../domain/errors.ts";
import type { KeyRing } from "../../tools/keys/key-ring.ts";
import {
  accessAt,
  accessColumns,
  bearerAt,
  type CredentialRow,
  cell,
  consumerAt,
  credentialSelects,
  requestAt,
  secretsAt,
  selectBearer,
} from "../sql/credential-columns.ts";
import { type CredentialLookups, credentialRows } from "../sql/credential-rows.ts";
import { inBatches } from "./batches.ts";

/** Rows as arrays. Throws `StoreFailure`. */
export type AskRows = <Row extends readonly unknown[]>(
  text: string,
  values: readonly unknown[],
) => Promise<readonly Row[]>;

export function credentialLookups(keys: KeyRing, ask: AskRows, boundMs: number): CredentialLookups {
  const rows = credentialRows(keys);
  const selects = credentialSelects((column) => `encode(${column}, 'hex')`);

  const bearersOf = batched<number, CredentialRow>(
    `${selects.secretsAndBearerTokens} where application.id = any($1)`,
    (ids) => [ids],
    (row) => cell(row, secretsAt.applicationId),
    (id) => id,
  );
  const consumerRow = batched<string, CredentialRow>(
    `select ${selects.consumerColumns} from application where consumer_key = any($1)`,
    (consumerKeys) => [consumerKeys],
    (row) => cell(row, consumerAt.consumerKey),
    (consumerKey) => consumerKey,
  );
  const accessRow = batched<AccessToken, CredentialRow>(
    selects.accessFrom(`(select ${accessColumns} from access_token where token = any($1)
      union all select ${accessColumns} from further_access_token where token = any($1))`),
    (tokens) => [tokens],
    (row) => cell(row, accessAt.token),
    (token) => token,
  );
  const requestRow = batched<RequestToken, CredentialRow>(
    `${selects.request} where request_token.token = any($1)`,
    (tokens) => [tokens],
    (row) => cell(row, requestAt.token),
    (token) => token,
  );
  const bearerRow = batched<TokenDigest, CredentialRow>(
    selectBearer("digest = any($1)"),
    (digests) => [digests],
    (row) => cell(row, bearerAt.digest),
    (digest) => digest,
  );

  return {
    async outstandingBearerToken({ applicationId, authenticatedBy }, now) {
      const id = Number(applicationId);
      const row = Number.isSafeInteger(id) ? await bearersOf(id) : undefined;
      return row && decrypting(() => rows.bearerToken(row, authenticatedBy, now));
    },

    async consumerCredentials(consumerKey, now) {
      const row = await known(consumerKey, consumerRow);
      // The time it takes must not reveal whether a key is known.
      const read = decrypting(() => rows.consumer(row ?? rows.decoy, now));
      return row && read;
    },

    async accessTokenCredentials(consumerKey, token, now) {
      const row = await known(token, accessRow);
      return row && cell(row, consumerAt.consumerKey) === consumerKey
        ? decrypting(() => rows.access(row, now))
        : undefined;
    },

    async requestTokenCredentials(consumerKey, token, now) {
      const row = await known(token, requestRow);
      return row && cell(row, consumerAt.consumerKey) === consumerKey
        ? decrypting(() => rows.request(row, now))
        : undefined;
    },

    async bearerApplication(digest, now) {
      const row = await bearerRow(digest);
      return row && rows.bearer(row, now);
    },
  };

  function batched<Key, Row extends readonly unknown[]>(
    text: string,
    valuesOf: (asked: readonly Key[]) => readonly unknown[],
    nameOf: (row: Row) => string | number,
    nameIn: (key: Key) => string | number,
  ): (key: Key) => Promise<Row | undefined> {
    return inBatches<Key, Row | undefined>(
      async (all) => {
        const found = await ask<Row>(text, valuesOf(all));
        const byName = new Map(found.map((row) => [nameOf(row), row]));
        return all.map((one) => byName.get(nameIn(one)));
      },
      { boundMs },
    );
  }
}

/**
 * If a read fails for any reason, including a secret that cannot be decrypted, the store has not responded.
 * Other reads of the batch are not affected.
 */
function decrypting<T>(read: () => T): T {
  try {
    return read();
  } catch (error) {
    throw new StoreFailure(`the database's lookup: ${String(error)}`, { cause: error });
  }
}

/** PostgreSQL rejects NUL in a text, and with it the whole batch. No credential contains one. */
async function known<Name extends string, Row>(
  name: Name,
  find: (name: Name) => Promise<Row | undefined>,
): Promise<Row | undefined> {
  return name.includes("\0") ? undefined : find(name);
}
