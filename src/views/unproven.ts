import type { ProofProblem } from "../languages/english/shell.ts";

/** A proof that was asked for and not given. */
export type Unproven = { readonly problem: ProofProblem; readonly minutes: number };

/** With the change that asked for it: the value of the form's field `change`. */
export type UnprovenChange = Unproven & { readonly change: string };

/** The missing proof, if one of these changes asked for it. */
export function unprovenIn(
  unproven: UnprovenChange | undefined,
  ...changes: readonly string[]
): Unproven | undefined {
  return unproven && changes.includes(unproven.change) ? unproven : undefined;
}
