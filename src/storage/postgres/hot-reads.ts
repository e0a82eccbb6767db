/** Who signs, asked of the primary by each request: nothing is remembered, so what any node committed is seen at once. */
import type { Ledger } from "../../domain/ports/ledger.ts";
import type { KeyRing } from "../../keys/key-ring.ts";
import {
  type AccessRow,
  type BearerRow,
  type ConsumerRow,
  consumerColumns,
  hotRows,
  type RequestRow,
  selectAccess,
  selectBearer,
  selectRequest,
} from "../sql/hot-rows.ts";

export type HotReads = Pick<
  Ledger,
  | "consumerCredentials"
  | "accessTokenCredentials"
  | "requestTokenCredentials"
  | "bearerApplication"
  | "outstandingBearerToken"
>;

/** Asks for rows as arrays, and makes of the first one what is answered. Throws `StoreFailure`, whatever fails. */
export type LookUp = <Row extends readonly unknown[], Found>(
  text: string,
  values: readonly unknown[],
  found: (row: Row | undefined) => Found,
) => Promise<Found>;

export function hotReads(keys: KeyRing, lookUp: LookUp): HotReads {
  const rows = hotRows(keys);
  return {
    outstandingBearerToken(applicationId) {
      const id = Number(applicationId);
      const text = "select token from bearer_token where application_id = $1";
      return lookUp(
        text,
        [id],
        (row?: readonly [Uint8Array]) => row && rows.bearerToken(id, row[0]),
      );
    },

    consumerCredentials(consumerKey, now) {
      const text = `select ${consumerColumns} from application where consumer_key = $1`;
      return lookUp(text, [consumerKey], (row?: ConsumerRow) => {
        // Whether a key is known must not show in the time it takes.
        const read = rows.consumer(row ?? rows.nobody, now);
        return row && read;
      });
    },

    accessTokenCredentials(consumerKey, token, now) {
      const text = `${selectAccess} where access_token.token = $1 and consumer_key = $2`;
      return lookUp(text, [token, consumerKey], (row?: AccessRow) => row && rows.access(row, now));
    },

    requestTokenCredentials(consumerKey, token, now) {
      const text = `${selectRequest} where request_token.token = $1 and consumer_key = $2 and expires_at > $3`;
      const values = [token, consumerKey, now];
      return lookUp(text, values, (row?: RequestRow) => row && rows.request(row, now));
    },

    bearerApplication(digest) {
      const text = `${selectBearer} where digest = $1`;
      return lookUp(text, [digest], (row?: BearerRow) => row && rows.bearer(row));
    },
  };
}
