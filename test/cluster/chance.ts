/** Random numbers that a seed repeats (mulberry32). They choose the actions of a run, and never a secret. */
export interface Chance {
  /** From 0 up to, not including, 1. */
  number(): number;
  below(most: number): number;
  /** Undefined if the list is empty. */
  pick<Value>(from: readonly Value[]): Value | undefined;
  /** One of the names; its weight says how often it is chosen. */
  weighted<Name extends string>(weights: Readonly<Record<Name, number>>): Name;
  /** Another source of numbers, which does not depend on how many are drawn from this one. */
  branch(): Chance;
}

export function chanceOf(seed: number): Chance {
  let state = seed >>> 0;
  const number = () => {
    state = (state + 0x6d2b79f5) >>> 0;
    let mixed = Math.imul(state ^ (state >>> 15), state | 1);
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61);
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 4_294_967_296;
  };
  const below = (most: number) => Math.floor(number() * most);
  return {
    number,
    below,
    pick: (from) => from[below(from.length)],
    weighted(weights) {
      const entries = Object.entries<number>(weights);
      let left = number() * entries.reduce((sum, [, weight]) => sum + weight, 0);
      const found = entries.find(([, weight]) => {
        left -= weight;
        return left < 0;
      });
      return (found ?? entries[0])?.[0] as keyof typeof weights;
    },
    branch: () => chanceOf(below(4_294_967_296)),
  };
}
