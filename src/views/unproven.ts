import type { ProofProblem } from "../languages/english/shell.ts";

/** A proof that was asked for and not given. */
export type Unproven = { readonly problem: ProofProblem; readonly minutes: number };
