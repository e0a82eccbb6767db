/** Reports the result of a run to users. */
import assert from "node:assert/strict";
import { mkdtempSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import type { Operation } from "./history.ts";
import type { Breach } from "./invariants.ts";
import type { Run } from "./run.ts";

/** Prints how much was done. If there are breaches, fails and saves the history and the nodes' logs in a folder. */
export function assertInvariants(run: Run, say: { diagnostic(message: string): void }): void {
  for (const line of summary(run)) say.diagnostic(line);
  assert.deepEqual(neverDone(run.history.operations), [], "acts that never succeed prove nothing");
  if (run.breaches.length === 0) return;
  const folder = mkdtempSync(join(tmpdir(), "countersign-history-"));
  writeFileSync(join(folder, "history.json"), JSON.stringify(run.history));
  for (const [node, log] of run.logs.entries())
    writeFileSync(join(folder, `node-${node}.log`), log);
  const shown = run.breaches.slice(0, 20).map(printBreach).join("\n");
  assert.fail(`${run.breaches.length} breaches; the history is in ${folder}\n${shown}`);
}

/** The acts that were tried often and always rejected, for example because their form has another address now. */
function neverDone(operations: readonly Operation[]): string[] {
  return [...Map.groupBy(operations, ({ name }) => name)]
    .filter(([, all]) => all.length >= 20 && all.every(({ outcome }) => outcome !== "done"))
    .map(([name]) => name)
    .filter((name) => name !== "forged use");
}

export function summary({ history, faults, breaches }: Run): string[] {
  const { operations } = history;
  const counts = (by: (one: Operation) => string) =>
    [...Map.groupBy(operations, by)]
      .sort(([a], [b]) => (a < b ? -1 : 1))
      .map(([name, all]) => `${name} ${all.length}`)
      .join(", ");
  return [
    `${operations.length} operations, ${breaches.length} breaches`,
    `done: ${counts((one) => (one.outcome === "done" ? one.name : "not done"))}`,
    `not done: ${counts((one) => (one.outcome === "done" ? "done" : `${one.name} ${one.code ?? one.outcome}`))}`,
    `faults: ${Object.entries(faults)
      .map(([name, count]) => `${name} ${count}`)
      .join(", ")}`,
  ];
}

function printBreach({ invariant, operation, against }: Breach): string {
  return `${invariant}: ${JSON.stringify(operation)}${against ? `\n  against ${JSON.stringify(against)}` : ""}`;
}
