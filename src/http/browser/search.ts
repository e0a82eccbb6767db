import { isByCreation, type ListOrder, type Search } from "../../domain/operating.ts";
import { isApplicationOrder, type OwnSearch } from "../../domain/own-applications.ts";
import { isNarrowed } from "../../pages/views/admin/search.ts";
import { type Incoming, queryOf } from "../../verification/authentication/incoming.ts";
import { pageSize } from "./paging.ts";

/** What administrators search for among all users or applications. */
export function searchIn(incoming: Incoming): Search & { readonly order: ListOrder } {
  const query = queryOf(incoming);
  const narrowed = {
    text: (query.get("q") ?? "").trim().slice(0, maxSearch),
    suspendedOnly: query.get("suspended") === "on",
    waitingOnly: query.get("waiting") === "on",
  };
  const wanted = listOrders.find((one) => one === query.get("order")) ?? "name";
  const order = isByCreation(wanted) && isNarrowed(narrowed) ? "name" : wanted;
  return { ...narrowed, order };
}

export const listOrders: readonly ListOrder[] = ["name", "name-down", "newest", "oldest"];

/** An email address is the longest text that can be searched for. */
const maxSearch = 255;

/** A user's items are searched by part of a name, sorted, and paged. The links to pages need the number of rows. */
export function ownSearchIn(incoming: Incoming): {
  readonly search: OwnSearch;
  readonly hrefs: (total: number) => {
    readonly previousHref: string | undefined;
    readonly nextHref: string | undefined;
  };
} {
  const query = queryOf(incoming);
  const text = [...(query.get("q") ?? "").trim()].slice(0, maxNameSearch).join("");
  const wanted = query.get("order");
  const order = isApplicationOrder(wanted) ? wanted : "name";
  const page = /^[1-9]\d{0,4}$/.test(query.get("page") ?? "") ? Number(query.get("page")) : 1;
  const to = (number: number) => {
    const more = { ...(text !== "" && { q: text }), ...(order !== "name" && { order }) };
    return `${incoming.path}?${new URLSearchParams({ ...more, page: String(number) })}`;
  };
  return {
    search: { text, order, offset: (page - 1) * pageSize, size: pageSize },
    hrefs: (total) => ({
      previousHref: page > 1 ? to(page - 1) : undefined,
      nextHref: page * pageSize < total ? to(page + 1) : undefined,
    }),
  };
}

/** The longest name has so many characters. */
const maxNameSearch = 50;
