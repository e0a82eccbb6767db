/** A user's items can be searched by part of a name, sorted and paged. */

import { isApplicationOrder, type OwnSearch } from "../../domain/own-applications.ts";
import { type Incoming, queryOf } from "../../verification/authentication/incoming.ts";
import { pageSize } from "./paging.ts";

/** The longest name has so many characters. */
const maxSearch = 50;

/** The links to other pages need the number of rows. */
export function ownSearchIn(incoming: Incoming): {
  readonly asked: OwnSearch;
  readonly hrefs: (total: number) => {
    readonly previousHref: string | undefined;
    readonly nextHref: string | undefined;
  };
} {
  const query = queryOf(incoming);
  const text = [...(query.get("q") ?? "").trim()].slice(0, maxSearch).join("");
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
