/** The query of a list that has filters, and what it says (docs/adr/0070-filters.md). */
import { z } from "zod";
import { snakeName } from "../../domain/fields/field.ts";
import {
  type Filter,
  type FilterName,
  type Filters,
  type FilterValue,
  filterValueIn,
  maxSeveral,
  type Narrowed,
} from "../../domain/fields/filter.ts";
import type { Users } from "../../domain/ports/users.ts";
import { userGiven } from "../actions/user-given.ts";
import { AdminProblem } from "../operation/admin-problem.ts";

type Shape<Table extends Filters> = {
  [Name in FilterName<Table>]: z.ZodOptional<z.ZodType<string>>;
};

/** The schema of each filter. Its value stays text until `narrowedBy` reads it. */
export function filterShape<Table extends Filters>(table: Table): Shape<Table> {
  const pairs = Object.entries(table).map(([name, filter]) => [
    snakeName(name),
    schemaOf(filter).describe(filter.meaning).optional(),
  ]);
  return Object.fromEntries(pairs);
}

function schemaOf(filter: Filter): z.ZodType<string> {
  if (filter.kind === "choice") return z.enum(Object.keys(filter.choices));
  if (filter.kind === "flag") return z.enum(["true"]);
  return z
    .string()
    .max(maxText)
    .refine((text) => filterValueIn(filter, text) !== undefined, { error: formOf(filter) });
}

/** As many consumer keys as a filter may have, of the greatest length. */
const maxText = maxSeveral * 101;

function formOf(filter: Filter): string {
  if (filter.kind === "user") return "must be a screen name or a user ID";
  if (filter.kind === "several") {
    return `must be 1 to ${maxSeveral} ${severalOf[filter.of]}, separated by commas`;
  }
  return filter.kind === "unused" || ("unit" in filter && filter.unit === "day")
    ? "must be a day, such as 2026-05-03"
    : "must be a day, such as 2026-05-03, or a time in UTC, such as 2026-05-03T09:00:00Z";
}

/** Throws 422 for a user who does not exist. */
export async function narrowedBy<Table extends Filters>(
  table: Table,
  query: Readonly<Record<string, unknown>>,
  ledger: Pick<Users, "userByScreenName" | "userById">,
): Promise<Narrowed<Table>> {
  const narrowed: Record<string, FilterValue | undefined> = {};
  for (const [name, filter] of Object.entries(table)) {
    const text = query[snakeName(name)];
    if (typeof text !== "string") continue;
    narrowed[name] =
      filter.kind === "user" ? await userIn(name, text, ledger) : filterValueIn(filter, text);
  }
  return narrowed as Narrowed<Table>;
}

async function userIn(
  name: string,
  text: string,
  ledger: Pick<Users, "userByScreenName" | "userById">,
): Promise<string> {
  const user = await userGiven(ledger, text);
  if (user !== undefined) return user.id;
  throw new AdminProblem("rejected", `${name}: No user has this screen name or ID.`);
}

/** What a text finds comes in the order of the index that found it. Throws 400. */
export function assertSortable({
  q = "",
  order = "name",
}: {
  readonly q?: string | undefined;
  readonly order?: string | undefined;
}): void {
  if (q === "" || order === "name" || order === "name-down") return;
  const detail =
    "order: What q finds is sorted by name. Send order=name or order=name-down, or leave out q.";
  throw new AdminProblem("invalid-request", detail);
}

const severalOf = { id: "IDs", key: "consumer keys", plan: "names of plans" };
