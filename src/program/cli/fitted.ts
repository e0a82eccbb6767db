/**
 * A line that is wider than the terminal continues below the start of its last column, so that a table stays one.
 * Words, such as keys and URLs, stay whole. Columns have at least two spaces between them.
 */
export function fitted(line: string, width: number): string {
  if (line.length <= width) return line;
  const starts = [...line.matchAll(/ {2,}(?=[^ ])/g)].map(
    ({ index, 0: gap }) => index + gap.length,
  );
  const indent = starts.findLast((start) => start <= (width * 2) / 3) ?? 0;
  const rows = [line.slice(0, indent)];
  for (const [, gap = "", word = ""] of line.slice(indent).matchAll(/( *)([^ ]+)/g)) {
    const row = rows.at(-1) ?? "";
    const isEmpty = row.length === indent;
    const next = isEmpty ? `${row}${word}` : `${row}${gap}${word}`;
    if (isEmpty || next.length <= width) rows[rows.length - 1] = next;
    else rows.push(`${" ".repeat(indent)}${word}`);
  }
  return rows.join("\n");
}

/** Rows with columns of the same width. The last column is not padded, and one with nothing in it is left out. */
export function aligned(rows: readonly (readonly string[])[]): readonly string[] {
  const widths: number[] = [];
  for (const row of rows) {
    for (const [column, cell] of row.entries()) {
      widths[column] = Math.max(widths[column] ?? 0, cell.length);
    }
  }
  return rows.map((row) =>
    row
      .flatMap((cell, column) => (widths[column] ? [cell.padEnd(widths[column])] : []))
      .join("  ")
      .trimEnd(),
  );
}
