import { type Incoming, queryOf } from "../authentication/incoming.ts";
import type { Search } from "../domain/operating.ts";

/** The search in the query, and the address that repeats it. */
export function searchIn(incoming: Incoming): {
  readonly asked: Search;
  readonly path: string;
} {
  const query = queryOf(incoming);
  const text = (query.get("q") ?? "").trim().slice(0, longestSearch);
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

/** The longest email address. Nothing that can be searched for is longer. */
const longestSearch = 255;
