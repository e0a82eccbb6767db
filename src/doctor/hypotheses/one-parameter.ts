import type { Parameter } from "#oauth1";
import type { Cause } from "../cause.ts";
import type { Change } from "../hypothesis.ts";

/**
 * Replaces one parameter by others, or removes it. Of equal pairs the first is replaced; which one makes no difference.
 */
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

/** Whether a parameter belongs to the protocol. */
export function isProtocol(name: string): boolean {
  return name.startsWith("oauth_");
}

/** How many parameters a search changes one by one. Others are not tried. */
export const mostTriedOneByOne = 40;
