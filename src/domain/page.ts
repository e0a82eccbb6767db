/** A page of a list in the order of its key; `after` is the last key of the page before. */
export interface Page {
  readonly after: string | undefined;
  readonly size: number;
}

/** Reads of an embedded engine answer at once, those of a server later; `await` serves both. */
export type Answer<T> = T | Promise<T>;
