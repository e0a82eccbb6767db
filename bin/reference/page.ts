/** What every generated page of docs/reference has. */

export const generated = "<!-- Written by `npm run reference` from the tables of the program. -->";

/** A page with one table. Cells may contain Markdown. */
export function page(
  title: string,
  intro: string,
  columns: readonly string[],
  rows: readonly (readonly string[])[],
): string {
  return `# ${title}\n\n${generated}\n\n${intro}\n\n${table(columns, rows)}\n`;
}

export function table(columns: readonly string[], rows: readonly (readonly string[])[]): string {
  const line = (cells: readonly string[]) =>
    `| ${cells.map((cell) => cell.replaceAll("|", "\\|")).join(" | ")} |`;
  return [line(columns), `|${" --- |".repeat(columns.length)}`, ...rows.map(line)].join("\n");
}

/** On one line if it is short. */
export function prettyJson(value: unknown): string {
  const line = JSON.stringify(value);
  return line.length > 100 ? JSON.stringify(value, null, 2) : line;
}

/** The anchor that GitHub gives to a heading. */
export function anchorOf(heading: string): string {
  return heading
    .toLowerCase()
    .replace(/[^\p{L}\p{N}_ -]/gu, "")
    .replaceAll(" ", "-");
}
