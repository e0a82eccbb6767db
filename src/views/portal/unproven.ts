import type { ProofProblem } from "../../languages/texts/shell.ts";

/** A password that was asked for once more and proved nothing. */
export type Unproven = { readonly problem: ProofProblem; readonly minutes: number };
