import { tmpdir } from "node:os";
import { parseArgs } from "node:util";
import type { Pace } from "./rounds.ts";

export interface Options {
  readonly pace: Pace;
  /** Tokens in the large store. */
  readonly manyTokens: number;
  readonly only: readonly string[];
  /** Where data directories are made: the disk that is measured. */
  readonly directory: string;
}

const usual: Pace = { rounds: 5, secondsARound: 2.5, warmUp: 15_000 };
const quick: Pace = { rounds: 3, secondsARound: 1, warmUp: 4_000 };

/** Throws what to say on a wrong use. */
export function readOptions(args: readonly string[], rows: readonly string[]): Options {
  const { values } = parseArgs({
    args: [...args],
    options: {
      quick: { type: "boolean", default: false },
      only: { type: "string", multiple: true, default: [] },
      dir: { type: "string", default: tmpdir() },
    },
  });
  for (const name of values.only) {
    if (!rows.includes(name)) throw new Error(`--only takes one of ${rows.join(", ")}`);
  }
  return {
    pace: values.quick ? quick : usual,
    manyTokens: values.quick ? 20_000 : 1_000_000,
    only: values.only,
    directory: values.dir,
  };
}
