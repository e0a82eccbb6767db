/** A list's page is named by the key before its first row, or by the key after its last one. */
import { type Incoming, queryOf } from "../../verification/authentication/incoming.ts";

export const pageSize = 50;

type PagePosition = { readonly after: string | undefined; readonly before: string | undefined };

/** Reads one more row than a page has, to know whether there is more. */
export function pageAsked(
  incoming: Incoming,
  read: (key: string | undefined) => string | undefined,
): PagePosition & { readonly size: number } {
  const query = queryOf(incoming);
  const [after, before] = ["after", "before"].map((name) => read(query.get(name) ?? undefined));
  return { after: before === undefined ? after : undefined, before, size: pageSize + 1 };
}

/**
 * Takes one row more than fits. Without the page that was requested, the list only leads on. `path` may have a query.
 */
export function pageOf<Row>(
  rows: readonly Row[],
  path: string,
  keyOf: (row: Row) => string,
  { after, before }: PagePosition = { after: undefined, before: undefined },
): {
  readonly slice: readonly Row[];
  readonly previousHref: string | undefined;
  readonly nextHref: string | undefined;
} {
  const back = before !== undefined;
  const more = rows.length > pageSize;
  const slice = back ? rows.slice(-pageSize) : rows.slice(0, pageSize);
  const to = (name: string, row: Row | undefined) => {
    if (row === undefined) return undefined;
    const separator = path.includes("?") ? "&" : "?";
    return `${path}${separator}${name}=${encodeURIComponent(keyOf(row))}`;
  };
  return {
    slice,
    previousHref: (back ? more : after !== undefined) ? to("before", slice[0]) : undefined,
    nextHref: back || more ? to("after", slice.at(-1)) : undefined,
  };
}
