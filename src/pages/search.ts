import { type Incoming, queryOf } from "../authentication/incoming.ts";
import type { Search } from "../domain/operating.ts";

/** What a search page was asked for, and the address that asks for the same again. */
export function searchIn(incoming: Incoming): {
  readonly asked: Search;
  readonly path: string;
} {
  const query = queryOf(incoming);
  const text = (query.get("q") ?? "").trim().slice(0, longestSearch);
  const suspendedOnly = query.get("suspended") === "on";
  const waitingOnly = query.get("waiting") === "on";
  // Sorted along an index; what is searched for has one of its own.
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

/** The longest email address; nothing that is searched for is longer. */
const longestSearch = 255;
