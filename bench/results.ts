import { mkdirSync, writeFileSync } from "node:fs";
import { arch, cpus, loadavg, platform } from "node:os";
import { fileURLToPath } from "node:url";
import type { Options } from "./options.ts";
import type { Row } from "./rows/row.ts";

/** Writes everything that was measured, each round too; returns where. */
export function writeResults(options: Options, rows: readonly Row[]): string {
  const folder = new URL("./results/", import.meta.url);
  const file = new URL("latest.json", folder);
  const results = {
    at: new Date().toISOString(),
    node: process.version,
    machine: { platform: platform(), arch: arch(), cores: cpus().length, cpu: cpus()[0]?.model },
    loadAverage: loadavg(),
    options,
    rows,
  };
  mkdirSync(folder, { recursive: true });
  writeFileSync(file, `${JSON.stringify(results, undefined, 2)}\n`);
  return fileURLToPath(file);
}
