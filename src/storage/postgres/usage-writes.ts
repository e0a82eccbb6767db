/** Counts of usage and days of use, many rows by one statement. */
import type { Ledger } from "../../domain/ports/ledger.ts";
import { rowsAsked } from "./rows-asked.ts";
import type { Work } from "./transactions.ts";

/**
 * Each statement is correct on its own, whatever commits at the same time. Rows are ordered by key, so that two
 * statements do not deadlock.
 */
const isolation = "read committed";

export function usageWrites(
  perform: <Result>(work: Work<Result>) => Promise<Result>,
): Pick<Ledger, "addUsage" | "touchAccessTokens"> {
  return {
    async addUsage(rows) {
      if (rows.length === 0) return;
      const values = added.values(
        rows.map(({ of, ...row }) => ({
          application_id: of === "service" ? 0 : Number(of),
          ...row,
        })),
      );
      await perform({
        name: "addUsage",
        isolation,
        perform: ({ last }) => last(addUsage, values),
      });
    },

    async touchAccessTokens(tokens, day) {
      if (tokens.length === 0) return;
      await perform({
        name: "touchAccessTokens",
        isolation,
        perform: ({ last }) => last(touch, [tokens.toSorted(), day]),
      });
    },
  };
}

const added = rowsAsked("added", {
  application_id: "bigint",
  resolution: "integer",
  at: "bigint",
  kind: "text",
  count: "bigint",
});

const addUsage = `insert into use_count (application_id, resolution, at, kind, count)
  select application_id, resolution, at, kind, sum(count) from ${added.from}
    group by 1, 2, 3, 4 order by 1, 2, 3, 4
  on conflict (application_id, resolution, at, kind)
    do update set count = use_count.count + excluded.count`;

/** Never moves back to an earlier day, because the clocks of two processes may differ. */
const touch = `with used as (select unnest($1::text[]) as token),
  further as (
    update further_access_token set last_used_day = $2 from used
      where further_access_token.token = used.token and (last_used_day is null or last_used_day < $2))
  update access_token set last_used_day = $2 from used
    where access_token.token = used.token and (last_used_day is null or last_used_day < $2)`;
