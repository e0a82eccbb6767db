/**
 * The results of earlier runs, in `.cache/`, one file for each folder. A killed mutant stays killed while its source
 * and the test file that killed it do not change. A surviving mutant is tried again after a change of any test that may
 * notice it.
 */
import { createHash } from "node:crypto";
import { globSync, mkdirSync, readFileSync, writeFileSync } from "node:fs";
import type { Mutant } from "./mutants.ts";

export interface Result {
  readonly fate: "killed" | "too-slow" | "survived" | "not-run";
  /** The URL of the file with the test that failed. */
  readonly by: string | undefined;
}

export interface Known {
  /** Undefined if it has to be tried. `tests`: the digest of all test files that may notice it. */
  of(mutant: SourceMutant, tests: string): Result | undefined;
  keep(mutant: SourceMutant, tests: string, result: Result): void;
  write(): void;
}

export interface SourceMutant {
  readonly path: string;
  readonly source: string;
  readonly mutant: Mutant;
}

type Kept = Result & {
  /** The digest of the file in `by`, or of all test files. */
  readonly under: string;
};

export function knownResults(folder: string, fresh: boolean): Known {
  const path = `.cache/mutation-${folder}.json`;
  const known: Record<string, Kept> = fresh ? {} : readKept(path);
  const digests = new Map<string, string>();
  const underOf = ({ by }: Result, tests: string) => (by === undefined ? tests : digestOf(by));
  return {
    of(mutant, tests) {
      const result = known[keyOf(mutant)];
      return result?.under === (result && underOf(result, tests)) ? result : undefined;
    },
    keep(mutant, tests, result) {
      known[keyOf(mutant)] = { ...result, under: underOf(result, tests) };
    },
    write() {
      mkdirSync(".cache", { recursive: true });
      writeFileSync(path, JSON.stringify(known));
    },
  };

  function digestOf(url: string): string {
    const known = digests.get(url) ?? digest(textOfTest(url));
    digests.set(url, known);
    return known;
  }
}

function readKept(path: string): Record<string, Kept> {
  try {
    return JSON.parse(readFileSync(path, "utf8"));
  } catch {
    return {};
  }
}

function keyOf({ path, source, mutant }: SourceMutant): string {
  return digest([path, source, mutant.start, mutant.end, mutant.becomes].join("\0"));
}

/** The text of a test file by its URL, together with the suites that it calls. */
export function textOfTest(url: string): string {
  const text = readFileSync(new URL(url), "utf8");
  if (!text.includes("/contract/")) return text;
  const suites = globSync("src/storage/contract/*.ts").sort();
  return [text, ...suites.map((path) => readFileSync(path, "utf8"))].join("\0");
}

export function digest(text: string): string {
  return createHash("sha256").update(text).digest("base64url").slice(0, 22);
}
