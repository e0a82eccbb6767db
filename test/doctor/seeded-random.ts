import { mulberry32 } from "../support/mulberry32.ts";

/** Numbers that look random; a seed gives the same ones on every machine. */
export interface SeededRandom {
  /** From 0 to `below` - 1. */
  number(below: number): number;
  one<T>(of: readonly T[]): T;
  some<T>(of: readonly T[], count: number): T[];
  text(length: number, alphabet?: string): string;
  odds(share: number): boolean;
}

export function seededRandom(seed: number): SeededRandom {
  const next = mulberry32(seed);
  const number = (below: number) => Math.floor(next() * below);
  const one = <T>(of: readonly T[]): T => of[number(of.length)] as T;
  return {
    number,
    one,
    some(of, count) {
      const left = [...of];
      return Array.from({ length: Math.min(count, of.length) }, () =>
        left.splice(number(left.length), 1),
      ).flat();
    },
    text: (length, alphabet = lettersAndDigits) =>
      Array.from({ length }, () => alphabet.charAt(number(alphabet.length))).join(""),
    odds: (share) => next() < share,
  };
}

const lettersAndDigits = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789";
