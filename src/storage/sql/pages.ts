/** Rows in list order: a page that was requested from its end was read backwards. */
export function inOrder<Row>(rows: readonly Row[], readBackwards: boolean): readonly Row[] {
  return readBackwards ? rows.toReversed() : rows;
}
