import type { Dependencies } from "../dependencies.ts";
import { admitAll } from "../domain/ports/rate-meter.ts";
import type { Attempts } from "./attempts.ts";
import type { Cause } from "./cause.ts";
import type { Question } from "./question.ts";
import { type Verdict, verdictOn } from "./verdict.ts";

/** The log entry of a verdict: the id that the asking server got, and the reason. */
export interface Decision {
  readonly decision: string;
  readonly valid: boolean;
  readonly applicationId?: string;
  readonly code?: number;
  readonly cause?: Cause;
}

/** The verdict on a question, computed once per attempt. `id` becomes the id of the decision. */
export function judge(
  question: Question,
  {
    id,
    dependencies,
    attempts,
    decided,
  }: {
    readonly id: string;
    readonly dependencies: Dependencies;
    readonly attempts: Attempts<Verdict>;
    readonly decided: (decision: Decision) => void;
  },
): Promise<Verdict> {
  return attempts.once(question, dependencies.clock(), {
    async find() {
      const verdict = await verdictOn(question, dependencies, id);
      decided(decisionOf(verdict));
      return verdict;
    },
    // The caller is the present one, because access and name may have changed since the first decision. Only
    // what the first request used up is kept: its place within the limit, and its ID in the log.
    async repeat(first, at) {
      if (!first.valid) return first;
      const now = await verdictOn(question, repeating(dependencies, at), id);
      if (now.valid) return { ...first, caller: now.caller };
      decided(decisionOf(now));
      return now;
    },
    isFinal,
  });
}

/** The first attempt has already spent the nonce, counted against limits and checked the timestamp. */
function repeating(dependencies: Dependencies, at: number): Dependencies {
  const { replayBook, usage } = dependencies;
  return {
    ...dependencies,
    replayBook: { ...replayBook, remember: () => "first" },
    rateMeter: admitAll,
    usage: { ...usage, count: () => {}, used: () => {} },
    clock: () => at,
  };
}

/** If a store could not answer, nothing was decided, and the next try can. */
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
