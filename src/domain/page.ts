/** A page of a list in the order of its key; `after` is the last key of the page before. */
export interface Page {
  readonly after: string | undefined;
  /** Instead of it, in lists that lead back too: the first key of the page after this one. */
  readonly before?: string | undefined;
  readonly size: number;
}
