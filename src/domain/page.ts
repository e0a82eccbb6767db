/** A page of a list in the order of its key; `after` is the last key of the page before. */
export interface Page {
  readonly after: string | undefined;
  readonly size: number;
}
