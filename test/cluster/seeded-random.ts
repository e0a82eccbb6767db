import { mulberry32 } from "../support/mulberry32.ts";

/** Random numbers that a seed repeats. They choose the actions of a run, and never a secret. */
export interface SeededRandom {
  /** From 0 up to, not including, 1. */
  number(): number;
  below(most: number): number;
  /** Undefined if the list is empty. */
  pick<Value>(from: readonly Value[]): Value | undefined;
  /** One of the names; its weight says how often it is chosen. */
  weighted<Name extends string>(weights: Readonly<Record<Name, number>>): Name;
  /** Another source of numbers, which does not depend on how many are drawn from this one. */
  branch(): SeededRandom;
}

export function randomOf(seed: number): SeededRandom {
  const number = mulberry32(seed);
  const below = (most: number) => Math.floor(number() * most);
  return {
    number,
    below,
    pick: (from) => from[below(from.length)],
    weighted(weights) {
      const entries = Object.entries<number>(weights);
      let left = number() * entries.reduce((sum, [, weight]) => sum + weight, 0);
      const entry = entries.find(([, weight]) => {
        left -= weight;
        return left < 0;
      });
      return (entry ?? entries[0])?.[0] as keyof typeof weights;
    },
    branch: () => randomOf(below(4_294_967_296)),
  };
}
