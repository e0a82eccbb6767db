/** A page of a list ordered by key. `after` is the last key of the previous page. */
export interface Page {
  readonly after: string | undefined;
  /** Pages backwards, instead of `after`: the first key of the following page. */
  readonly before?: string | undefined;
  readonly size: number;
}

export async function* everyPage<T>(
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
