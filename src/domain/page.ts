/** A page of a list ordered by key. `after` is the last key of the previous page. */
export interface Page {
  readonly after: string | undefined;
  /** Pages backwards, instead of `after`: the first key of the following page. */
  readonly before?: string | undefined;
  readonly size: number;
}
