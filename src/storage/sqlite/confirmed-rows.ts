/**
 * Rows of credentials that were read before, for as long as SQLite confirms that nothing was committed since. The
 * confirmation is `pragma data_version`, read in the transaction of the lookup, so a kept row is what the statement
 * would return. docs/adr/0004-rows-that-sqlite-vouches-for.md has the argument and the measurements.
 */

/**
 * Under frequent commits a row is dropped before it is read again, so the first lookups after a commit keep none: more
 * of them if the rows that were dropped last had too few uses, fewer if they had enough.
 */
const minWait = 500;
const maxWait = 100_000;

/** Keeping a row costs about half of what a use of it saves (docs/adr/0004-rows-that-sqlite-vouches-for.md). */
const usesThatPay = 0.5;

/** The bytes that a map's entry and the objects of a row take besides its texts. */
const entryBytes = 400;

type Row = readonly unknown[];

/** A lookup by a credential, and by the consumer key that must belong to it where there is one. */
export type RowLookup<Values extends LookupValues, Found> = (
  ...values: Values
) => Found | undefined;

export type LookupValues = readonly [key: string | number, consumerKey?: string];

export interface ConfirmedRows {
  /** Called in the transaction of each lookup, with its data version. Undefined means that nothing may be kept. */
  confirm(dataVersion: number | undefined): void;
  /** The same lookup, which returns a kept row without reading it again. Call `confirm` first. */
  over<Values extends LookupValues, Found extends Row>(
    read: RowLookup<Values, Found>,
  ): RowLookup<Values, Found>;
  /** Drops every row, because a read failed: only a new read can show whether it is complete. */
  forget(): void;
}

export function confirmedRows(maxBytes = 32 * 1024 * 1024): ConfirmedRows {
  const maps: Map<unknown, unknown>[] = [];
  let confirmed: number | undefined;
  let lookups = 0;
  let bytes = 0;
  let rows = 0;
  let uses = 0;
  let wait = minWait;

  function forget(): void {
    if (rows > 0) {
      const paid = uses >= rows * usesThatPay;
      wait = paid ? Math.max(wait / 2, minWait) : Math.min(wait * 2, maxWait);
    }
    for (const map of maps) map.clear();
    confirmed = undefined;
    lookups = 0;
    bytes = 0;
    rows = 0;
    uses = 0;
  }

  return {
    confirm(dataVersion) {
      if (dataVersion === confirmed) {
        lookups += 1;
        return;
      }
      forget();
      confirmed = dataVersion;
    },

    over<Values extends LookupValues, Found extends Row>(read: RowLookup<Values, Found>) {
      const kept = new Map<Values[0], { consumerKey: string | undefined; row: Found }>();
      maps.push(kept);
      return (...values: Values) => {
        const [key, consumerKey] = values;
        const entry = kept.get(key);
        if (entry !== undefined && entry.consumerKey === consumerKey) {
          uses += 1;
          return entry.row;
        }
        const row = read(...values);
        if (row === undefined || confirmed === undefined || lookups < wait) return row;
        rows += 1;
        bytes += bytesOf(row);
        if (bytes > maxBytes) forget();
        else kept.set(key, { consumerKey, row });
        return row;
      };
    },

    forget,
  };
}

function bytesOf(row: Row): number {
  return row.reduce<number>(
    (sum, value) => sum + (typeof value === "string" ? value.length : 0),
    entryBytes,
  );
}
