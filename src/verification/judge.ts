import type { Surroundings } from "../surroundings.ts";
import type { Attempts } from "./attempts.ts";
import type { Cause } from "./cause.ts";
import type { Question } from "./question.ts";
import { type Verdict, verdictOn } from "./verdict.ts";

/** What the operator's log has of a verdict: the id that the asking server was given, and why. */
export interface Decision {
  readonly decision: string;
  readonly valid: boolean;
  readonly applicationId?: string;
  readonly code?: number;
  readonly cause?: Cause;
}

/** The verdict on a question, found once for each attempt that it names. `id` becomes the id of the decision. */
export function judge(
  question: Question,
  {
    id,
    surroundings,
    attempts,
    decided,
  }: {
    readonly id: string;
    readonly surroundings: Surroundings;
    readonly attempts: Attempts<Verdict>;
    readonly decided: (decision: Decision) => void;
  },
): Promise<Verdict> {
  const find = async () => {
    const verdict = await verdictOn(question, surroundings, id);
    decided(decisionOf(verdict));
    return verdict;
  };
  return attempts.once(question, surroundings.clock(), find, isFinal);
}

/** A store that could not answer has decided nothing: the next try may. */
function isFinal(verdict: Verdict): boolean {
  return verdict.valid || verdict.refusal.row.status < 500;
}

function decisionOf(verdict: Verdict): Decision {
  const { valid, decisionId: decision } = verdict;
  if (valid) return { decision, valid, applicationId: verdict.caller.applicationId };
  const { cause, refusal } = verdict;
  const { provenAs: applicationId } = refusal.more;
  const { code } = refusal.row;
  return { decision, valid, code, cause, ...(applicationId !== undefined && { applicationId }) };
}
