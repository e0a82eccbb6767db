import type { Search } from "../../domain/operating.ts";
import { type Incoming, queryOf } from "../../verification/authentication/incoming.ts";

/** The URL repeats the search. */
export function searchIn(incoming: Incoming): {
  readonly asked: Search;
  readonly path: string;
} {
  const query = queryOf(incoming);
  const text = (query.get("q") ?? "").trim().slice(0, maxSearch);
  const suspendedOnly = query.get("suspended") === "on";
  const waitingOnly = query.get("waiting") === "on";
  // This order uses one index, a search another.
  const newestFirst = query.get("order") === "newest" && text === "" && !suspendedOnly;
  const again = new URLSearchParams({
    q: text,
    ...(suspendedOnly && { suspended: "on" }),
    ...(waitingOnly && { waiting: "on" }),
    ...(newestFirst && { order: "newest" }),
  });
  return {
    asked: { text, suspendedOnly, waitingOnly, newestFirst },
    path: `${incoming.path}?${again}`,
  };
}

/** An email address is the longest text that can be searched for. */
const maxSearch = 255;
