import { isByCreation, type ListOrder, type Search } from "../../domain/operating.ts";
import { isNarrowed } from "../../pages/views/admin/search.ts";
import { type Incoming, queryOf } from "../../verification/authentication/incoming.ts";

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
