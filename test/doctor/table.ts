import type { Rate, Score } from "./score.ts";

/** The table of rates in docs/evidence/doctor.md. */
export function table({ requests, right, singles, doubles, bySigner }: Score): string {
  const rows = [...singles].map(([name, rate]) => row(name, rate));
  const libraries = [...bySigner].toSorted().map(([name, count]) => `${name} ${count}`);
  return [
    `${requests} requests, signed by ${libraries.join(", ")}.`,
    "",
    `Right requests that were called wrong: ${right.calledWrong} of ${right.total}.`,
    "",
    "| fault | requests | named first | proved |",
    "|---|---|---|---|",
    ...rows,
    row("**one fault**", wholeOf([...singles.values()])),
    row("**two faults, both named**", doubles),
    row("two faults, one of them named", { ...doubles, named: doubles.either }),
  ].join("\n");
}

export function wholeOf(rates: readonly Rate[]): Rate {
  const sum = (of: keyof Rate) => rates.reduce((so, rate) => so + rate[of], 0);
  return { total: sum("total"), named: sum("named"), certain: sum("certain") };
}

function row(name: string, { total, named, certain }: Rate): string {
  return `| ${name} | ${total} | ${percent(named, total)} | ${percent(certain, total)} |`;
}

function percent(part: number, whole: number): string {
  return whole === 0 ? "–" : `${((100 * part) / whole).toFixed(1)}%`;
}
