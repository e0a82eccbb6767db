import type { ProofProblem } from "../languages/english/shell.ts";

export type Unproven = { readonly problem: ProofProblem; readonly minutes: number };

/** The form's field `change` has the value `change`. */
export type UnprovenChange = Unproven & { readonly change: string };

export function unprovenIn(
  unproven: UnprovenChange | undefined,
  ...changes: readonly string[]
): Unproven | undefined {
  return unproven && changes.includes(unproven.change) ? unproven : undefined;
}
