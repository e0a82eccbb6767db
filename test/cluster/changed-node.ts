/**
 * Loaded into a node first. Source files are changed as `CLUSTER_CHANGES` says, and the clock is wrong by the
 * number of milliseconds in the file `CLUSTER_CLOCK`. SIGUSR2 makes the node read that file again; it then
 * writes the value to a file with the additional ending `.seen`.
 */
import { readFileSync, writeFileSync } from "node:fs";
import { registerHooks } from "node:module";
import { fileURLToPath } from "node:url";
import type { SourceChange } from "./launch.ts";

const changes = JSON.parse(process.env["CLUSTER_CHANGES"] ?? "[]") as readonly SourceChange[];
const changeOf = new Map(
  changes.map((one) => [new URL(`../../src/${one.file}`, import.meta.url).href, one]),
);

registerHooks({
  load(url, context, next) {
    const change = changeOf.get(url);
    if (change === undefined) return next(url, context);
    const { file, from, to } = change;
    const source = readFileSync(fileURLToPath(url), "utf8");
    if (!source.includes(from)) throw new Error(`${file} does not have: ${from}`);
    return {
      format: "module-typescript",
      source: source.replace(from, () => to),
      shortCircuit: true,
    };
  },
});

const clockFile = process.env["CLUSTER_CLOCK"];
if (clockFile !== undefined) {
  const rightTime = Date.now;
  let wrongBy = 0;
  const look = () => {
    const asked = readFileSync(clockFile, "utf8");
    wrongBy = Number(asked);
    writeFileSync(`${clockFile}.seen`, asked);
  };
  look();
  process.on("SIGUSR2", look);
  Date.now = () => rightTime() + wrongBy;
}
