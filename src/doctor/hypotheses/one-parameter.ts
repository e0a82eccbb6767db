import type { Parameter } from "#oauth1";
import type { Cause } from "../cause.ts";
import type { Change } from "../hypothesis.ts";

/** Replaces one parameter by others, or removes it. Of equal pairs, which one makes no difference. */
export function oneParameter(
  cause: Cause,
  [name, value]: Parameter,
  weight: Change["weight"],
  ...others: readonly Parameter[]
): Change {
  return {
    cause,
    parts: [`one:${name}=${value}`],
    weight,
    apply: (signing) => {
      const { parameters } = signing;
      const at = parameters.findIndex((pair) => pair[0] === name && pair[1] === value);
      if (at === -1) return signing;
      return { ...signing, parameters: parameters.toSpliced(at, 1, ...others) };
    },
  };
}

export function isProtocol(name: string): boolean {
  return name.startsWith("oauth_");
}

export const maxTriedOneByOne = 40;
