/** This bounds the work; every name is shorter. */
const maxCompared = 60;

/** Case, `_` and `-` don't count, and one character in four may be wrong. */
export function nearestName(input: string, names: Iterable<string>): string | undefined {
  const [wanted, ...near] = [input, ...names].map(plain);
  if (wanted === undefined || wanted === "") return undefined;
  let nearest: { readonly at: number; readonly wrong: number } | undefined;
  for (const [at, name] of near.entries()) {
    const wrong = distance(wanted, name);
    if (wrong <= Math.max(wanted.length, name.length) / 4 && wrong < (nearest?.wrong ?? Infinity)) {
      nearest = { at, wrong };
    }
  }
  return nearest && [...names][nearest.at];
}

function plain(name: string): string {
  return name.slice(0, maxCompared).toLowerCase().replace(/[_-]/g, "");
}

function distance(one: string, other: string): number {
  let row = Array.from({ length: other.length + 1 }, (_, at) => at);
  for (const [at, letter] of [...one].entries()) {
    const next = [at + 1];
    for (const [column, otherLetter] of [...other].entries()) {
      const replaced = (row[column] ?? 0) + (letter === otherLetter ? 0 : 1);
      next.push(Math.min(replaced, (row[column + 1] ?? 0) + 1, (next[column] ?? 0) + 1));
    }
    row = next;
  }
  return row.at(-1) ?? 0;
}
