import { foldName } from "./application.ts";
import { isByName, type ListOrder } from "./operating.ts";

/**
 * A slice of a list ordered by key. `after` is the last key of the previous slice: a position in the list, which does
 * not depend on whether the row that it was taken from is still there.
 */
export interface Slice {
  readonly after: string | undefined;
  /** Goes backwards, instead of `after`: the first key of the following slice. */
  readonly before?: string | undefined;
  readonly size: number;
}

export async function* everyItem<T>(
  pageAfter: (after: string | undefined) => Promise<readonly T[]> | readonly T[],
  keyOf: (item: T) => string,
): AsyncGenerator<T> {
  let after: string | undefined;
  for (;;) {
    const page = await pageAfter(after);
    yield* page;
    const last = page.at(-1);
    if (last === undefined) return;
    after = keyOf(last);
  }
}

/** A position in a list of applications or users that are ordered by name, creation or last use, and then by ID. */
export interface Place {
  readonly value: string | number;
  readonly id: number;
}

/** A position as a key. It has every column of the order, so it stays the same if the row is renamed or deleted. */
export function placeOf(
  order: ListOrder,
  { id, name, createdAt, lastUsedDay = 0 }: Placed,
): string {
  if (isByName(order)) return `${id} ${foldName(name)}`;
  return `${id} ${order === "newest" || order === "oldest" ? createdAt : lastUsedDay}`;
}

interface Placed {
  readonly id: string;
  readonly name: string;
  readonly createdAt: number;
  readonly lastUsedDay?: number | undefined;
}

/** Returns undefined for what is no key of such a list. */
export function placeIn(order: ListOrder, key: string | undefined): Place | undefined {
  const [, id, value] = /^([1-9]\d{0,15}) (\P{Cc}*)$/u.exec(key ?? "") ?? [];
  if (id === undefined || value === undefined) return undefined;
  if (isByName(order)) return { id: Number(id), value };
  return /^\d{1,15}$/.test(value) ? { id: Number(id), value: Number(value) } : undefined;
}
