/** Rows in the order of their list: a page that was asked for from its end was read backwards. */
export function inOrder<Row>(rows: readonly Row[], readBackwards: boolean): readonly Row[] {
  return readBackwards ? rows.toReversed() : rows;
}
