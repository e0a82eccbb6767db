import type { ProofProblem } from "../languages/texts/shell.ts";

/** A proof that was asked for and not given. */
export type Unproven = { readonly problem: ProofProblem; readonly minutes: number };
