/** Survivors that are accepted: each has its reason in accepted.json. */
import { readFileSync } from "node:fs";
import type { Mutant } from "./mutants.ts";

export interface AcceptedMutant {
  readonly described: string;
  matches(path: string, source: string, mutant: Mutant): boolean;
}

interface Entry {
  readonly file: string;
  /** The line that the mutant begins on, without its indentation; lines move, and this stays. */
  readonly line: string;
  /** What the mutant puts there; left out: any. */
  readonly becomes?: string;
  readonly because: string;
}

export function acceptedIn(path: string): readonly AcceptedMutant[] {
  return entriesOf(path).map(({ file, line, becomes }) => ({
    described: `${file}: ${line}`,
    matches: (of, source, mutant) =>
      of === file &&
      source.split("\n")[mutant.line - 1]?.trim() === line &&
      (becomes === undefined || mutant.becomes === becomes),
  }));
}

export function entriesOf(path: string): readonly Entry[] {
  return JSON.parse(readFileSync(path, "utf8"));
}
