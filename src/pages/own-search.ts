/** Lists of what one person has: searched by a part of a name, sorted, and read page by page. */
import { type Incoming, queryOf } from "../authentication/incoming.ts";
import { isApplicationOrder, type OwnSearch } from "../domain/own-applications.ts";
import { pageSize } from "./signed-in.ts";

/** The longest name, in characters: a part of one would find nothing. */
const longestSearch = 50;

/** What a page was asked for, and the ways to the pages beside it, once it is known how many rows there are. */
export function ownSearchIn(incoming: Incoming): {
  readonly asked: OwnSearch;
  readonly hrefs: (total: number) => {
    readonly previousHref: string | undefined;
    readonly nextHref: string | undefined;
  };
} {
  const query = queryOf(incoming);
  const text = [...(query.get("q") ?? "").trim()].slice(0, longestSearch).join("");
  const wanted = query.get("order");
  const order = isApplicationOrder(wanted) ? wanted : "name";
  const page = /^[1-9]\d{0,4}$/.test(query.get("page") ?? "") ? Number(query.get("page")) : 1;
  const to = (number: number) => {
    const more = { ...(text !== "" && { q: text }), ...(order !== "name" && { order }) };
    return `${incoming.path}?${new URLSearchParams({ ...more, page: String(number) })}`;
  };
  return {
    asked: { text, order, offset: (page - 1) * pageSize, size: pageSize },
    hrefs: (total) => ({
      previousHref: page > 1 ? to(page - 1) : undefined,
      nextHref: page * pageSize < total ? to(page + 1) : undefined,
    }),
  };
}
