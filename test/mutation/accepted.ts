/**
 * Surviving mutants that need no test. Those in equivalent.json change no behavior; those in accepted.json do.
 * Each has a reason.
 */
import { readFileSync } from "node:fs";
import type { Mutant } from "./mutants.ts";

export interface KnownSurvivor {
  readonly described: string;
  readonly isEquivalent: boolean;
  matches(path: string, source: string, mutant: Mutant): boolean;
}

interface Entry {
  readonly file: string;
  /** The line on which the mutant begins, without indentation. Line numbers change; this does not. */
  readonly line: string;
  /** The text that the mutant inserts; left out: any. */
  readonly becomes?: string;
  readonly because: string;
}

export const listsOfSurvivors = ["test/mutation/equivalent.json", "test/mutation/accepted.json"];

export function knownSurvivors(): readonly KnownSurvivor[] {
  return listsOfSurvivors.flatMap((path) =>
    entriesOf(path).map((entry) => ({
      described: `${path} has ${entry.file}: ${entry.line}`,
      isEquivalent: path.endsWith("/equivalent.json"),
      matches: (of, source, mutant) => matches(entry, of, source, mutant),
    })),
  );
}

export function entriesOf(path: string): readonly Entry[] {
  return JSON.parse(readFileSync(path, "utf8"));
}

export function matches(entry: Entry, path: string, source: string, mutant: Mutant): boolean {
  return (
    path === entry.file &&
    source.split("\n")[mutant.line - 1]?.trim() === entry.line &&
    (entry.becomes === undefined || inOneLine(mutant.becomes) === inOneLine(entry.becomes))
  );
}

/** In the form in which the command prints it. */
export function inOneLine(text: string): string {
  return text.replace(/\s+/g, " ");
}
