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
  /** Where the service writes CPU profiles; undefined: it writes none. */
  readonly profileTo: string | undefined;
}

const usual: Pace = { rounds: 9, secondsARound: 1.2, warmUp: 20_000 };
const quick: Pace = { rounds: 3, secondsARound: 0.7, warmUp: 5_000 };

/** Throws what to say on a wrong use. */
export function readOptions(args: readonly string[], rows: readonly string[]): Options {
  const { values, positionals } = parseArgs({
    args: [...args],
    allowPositionals: true,
    options: {
      quick: { type: "boolean", default: false },
      only: { type: "string", multiple: true, default: [] },
      profile: { type: "string" },
      dir: { type: "string", default: tmpdir() },
    },
  });
  const only = [...values.only, ...positionals];
  for (const name of only) {
    if (!rows.includes(name)) throw new Error(`the rows are ${rows.join(", ")}`);
  }
  return {
    pace: values.quick ? quick : usual,
    manyTokens: values.quick ? 20_000 : 1_000_000,
    only,
    directory: values.dir,
    profileTo: values.profile,
  };
}
