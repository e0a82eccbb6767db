/**
 * `node --disable-warning=ExperimentalWarning test/doctor/main.ts [COUNT]`: how often the doctor names the fault, as
 * docs/evidence/doctor.md has it.
 */
import { openForeignSigners } from "./foreign-signers.ts";
import { score } from "./score.ts";
import { signers } from "./signers.ts";
import { table } from "./table.ts";

const count = Number(process.argv[2] ?? 5000);
using foreign = openForeignSigners();
const result = score(count, [...signers, ...foreign.signers]);
console.log(table(result));
const sorted = result.times.toSorted((one, other) => one - other);
const at = (share: number) => sorted[Math.floor(sorted.length * share)]?.toFixed(2);
console.log(
  `\nA diagnosis took ${at(0.5)} ms (median), ${at(0.99)} ms (99 %), ${sorted.at(-1)?.toFixed(2)} ms (most).`,
);
const tries = result.tries.toSorted((one, other) => one - other);
console.log(`Ways tried: ${tries[Math.floor(tries.length / 2)]} (median), ${tries.at(-1)} (most).`);
if (process.argv.includes("--missed")) console.log(`\n${result.missed.join("\n\n")}`);
if (process.argv.includes("--kinds")) {
  const kinds = result.missed.map((one) => one.split("\n", 2).join(" "));
  console.log(kinds.join("\n"));
}
