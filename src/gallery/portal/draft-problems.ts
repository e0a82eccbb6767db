import { callbackProblem } from "../../domain/callback.ts";
import type { DraftProblems } from "../../views/portal/draft-fields.ts";

export function problemsOf({
  callbacks = [],
  ...more
}: Partial<Omit<DraftProblems, "callbacks">> & {
  readonly callbacks?: readonly string[];
}): DraftProblems {
  const found = callbacks.flatMap((url) => {
    const problem = callbackProblem(url);
    return problem === undefined ? [] : [{ url, ...problem }];
  });
  return { fields: [], tooManyCallbacks: false, ...more, callbacks: found };
}
