/** What every row is made from, and what it comes to. */
import type { Generator } from "../load/generator-process.ts";
import type { Target } from "../loads.ts";
import { median } from "../median.ts";
import type { Options } from "../options.ts";
import { cpuRatios, medianRound, type Round, ratios } from "../rounds.ts";
import type { Service } from "../servers/service.ts";
import type { Store } from "../store/store.ts";

export interface Bench extends Target {
  readonly options: Options;
  readonly generator: Generator;
  /** A directory of this run's own. */
  readonly directory: string;
  /** With 1,000 access tokens. */
  readonly store: Store;
  readonly service: Service;
}

export type Figures = ReturnType<typeof medianRound>;

/** Two servers beside each other. */
export interface Comparison {
  readonly name: string;
  readonly connections: number;
  /** What it is compared with. */
  readonly below: Figures;
  readonly service: Figures;
  /** The median of the rounds' ratios, and all of them. */
  readonly ratio: number;
  readonly ratios: readonly number[];
  /** The same of CPU time for a request, upside down: 1 is as little as the other. */
  readonly cpuRatio: number | undefined;
  readonly goal?: Goal;
  readonly rounds: { readonly below: readonly Round[]; readonly service: readonly Round[] };
}

export function comparison(
  name: string,
  connections: number,
  [below = [], above = []]: readonly (readonly Round[])[],
): Comparison {
  const all = ratios(above, below);
  const cpu = cpuRatios(above, below);
  return {
    name,
    connections,
    below: medianRound(below),
    service: medianRound(above),
    ratio: median(all),
    ratios: all,
    cpuRatio: cpu.length > 0 ? median(cpu) : undefined,
    rounds: { below, service: above },
  };
}

/** One figure. */
export interface Figure {
  readonly name: string;
  readonly value: number;
  readonly unit: string;
  readonly samples: readonly number[];
  readonly goal?: Goal;
}

export interface Goal {
  readonly text: string;
  readonly reached: boolean;
}

export type Row = Comparison | Figure;

export type Measure = (bench: Bench) => Promise<readonly Row[]>;

export function atLeast(value: number, least: number): Goal {
  return { text: `≥ ${least.toFixed(2)}`, reached: value >= least };
}

/** `ratio` is one of CPU time; undefined where it is not known. */
export function cpuAtLeast(ratio: number | undefined, least: number): Goal {
  return { text: `CPU ≥ ${least.toFixed(2)}`, reached: ratio !== undefined && ratio >= least };
}

export function atMost(value: number, most: number, unit: string): Goal {
  return { text: `≤ ${most} ${unit}`, reached: value <= most };
}
