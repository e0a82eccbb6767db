import { tmpdir } from "node:os";
import { parseArgs } from "node:util";
import { loads } from "./loads.ts";
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
  /** How long the row `soak` lasts. */
  readonly soakMinutes: number;
  /** Another checkout that this one is compared with, in place of everything else. */
  readonly compareWith: string | undefined;
  /** Whether features in use are compared with the same service without them, in place of everything else. */
  readonly inUse: boolean;
  /** Whether what is compared runs on PostgreSQL. */
  readonly onPostgres: boolean;
}

const usual: Pace = { rounds: 9, secondsARound: 1.2, warmUpSeconds: 5 };
const quick: Pace = { rounds: 3, secondsARound: 0.7, warmUpSeconds: 1 };

/** Throws what to say on a wrong use. */
export function readOptions(
  args: readonly string[],
  known: { readonly rows: readonly string[]; readonly features: readonly string[] },
): Options {
  const { values, positionals } = parseArgs({
    args: [...args],
    allowPositionals: true,
    options: {
      quick: { type: "boolean", default: false },
      only: { type: "string", multiple: true, default: [] },
      profile: { type: "string" },
      minutes: { type: "string", default: "20" },
      compare: { type: "string" },
      "in-use": { type: "boolean", default: false },
      postgres: { type: "boolean", default: false },
      rounds: { type: "string" },
      seconds: { type: "string" },
      dir: { type: "string", default: tmpdir() },
    },
  });
  const compared = values["in-use"] ? known.features : Object.keys(loads);
  const names = values["in-use"] || values.compare !== undefined ? compared : known.rows;
  const only = [...values.only, ...positionals];
  for (const name of only) {
    if (!names.includes(name)) throw new Error(`the rows are ${names.join(", ")}`);
  }
  const pace = values.quick ? quick : usual;
  return {
    pace: {
      ...pace,
      rounds: Number(values.rounds ?? pace.rounds),
      secondsARound: Number(values.seconds ?? pace.secondsARound),
    },
    manyTokens: values.quick ? 20_000 : 1_000_000,
    only,
    directory: values.dir,
    profileTo: values.profile,
    soakMinutes: Number(values.minutes),
    compareWith: values.compare,
    inUse: values["in-use"],
    onPostgres: values.postgres,
  };
}
