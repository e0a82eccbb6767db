import type { Comparison, Figure, Figures, Row } from "./rows/row.ts";

/** One table for users. Throughput, latency and CPU are medians over the rounds. */
export function table(rows: readonly Row[]): string {
  const comparisons = rows.filter((row): row is Comparison => "ratio" in row);
  const figures = rows.filter((row): row is Figure => "value" in row);
  return aligned([
    [
      "",
      "conns",
      "floor/s",
      "service/s",
      "ratio",
      "(of rounds)",
      "goal",
      "",
      "CPU ratio",
      ...detail,
    ],
    ...comparisons.map(comparisonCells),
    ...figures.map(figureCells),
  ]);
}

const detail = ["p50 ms", "p99 ms", "CPU µs", "(floor: p50", "p99", "CPU)"];

function comparisonCells(row: Comparison): string[] {
  const { name, connections, below, service, ratio, ratios, goal } = row;
  return [
    name,
    String(connections),
    String(Math.round(below.perSecond)),
    String(Math.round(service.perSecond)),
    ratio.toFixed(2),
    `${Math.min(...ratios).toFixed(2)}–${Math.max(...ratios).toFixed(2)}`,
    ...goalCells(goal),
    row.cpuRatio?.toFixed(2) ?? "–",
    ...figuresCells(service),
    ...figuresCells(below),
  ];
}

function figureCells({ name, value, unit, samples, goal }: Figure): string[] {
  const said = (figure: number) => figure.toFixed(Math.abs(value) < 10 ? 2 : 0);
  const spread = `${said(Math.min(...samples))}–${said(Math.max(...samples))}`;
  return [name, "", "", `${said(value)} ${unit}`, "", spread, ...goalCells(goal)];
}

function goalCells(goal: Row["goal"]): [string, string] {
  return goal === undefined ? ["", ""] : [goal.text, goal.reached ? "reached" : "MISSED"];
}

function figuresCells({ p50Ms, p99Ms, serverCpuMicros }: Figures): string[] {
  return [p50Ms.toFixed(1), p99Ms.toFixed(1), serverCpuMicros?.toFixed(0) ?? "–"];
}

/** Columns of equal width; the first to the left, the others to the right. */
export function aligned(lines: readonly (readonly string[])[]): string {
  const columns = Math.max(...lines.map((line) => line.length));
  const widths = Array.from({ length: columns }, (_, at) =>
    Math.max(...lines.map((line) => line[at]?.length ?? 0)),
  );
  return lines
    .map((line) =>
      line
        .map((cell, at) =>
          at === 0 ? cell.padEnd(widths[0] ?? 0) : cell.padStart(widths[at] ?? 0),
        )
        .join("  ")
        .trimEnd(),
    )
    .join("\n");
}
