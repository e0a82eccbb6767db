import { readFileSync } from "node:fs";
import { dirname } from "node:path";
import { readError } from "../../../config/read-error.ts";
import { Failed } from "../outcome.ts";
import { configurationIn, readApplyFile } from "./read-file.ts";
import { type PlanOptions, runPlan } from "./run-plan.ts";
import { withSecrets } from "./secrets.ts";
import { withTarget } from "./target.ts";
import { assertPrunable, pruned, prunedNames, undeclaredBy } from "./undeclared.ts";

export interface ApplyOptions extends PlanOptions {
  readonly file: string;
  readonly url?: string;
  readonly reportUndeclared?: true;
  readonly prune?: true;
  readonly secretCommand?: string;
}

export async function runApply({
  file,
  url,
  reportUndeclared,
  prune,
  secretCommand,
  ...options
}: ApplyOptions): Promise<void> {
  const directory = file === "-" ? process.cwd() : dirname(file);
  // Within, so that a missing database is reported first.
  await withTarget(url, async (target) => {
    const wanted = readApplyFile(contentOf(file), file === "-" ? "standard input" : file);
    if (prune) assertPrunable(wanted);
    const changes = await target.plan(configurationIn(wanted));
    const undeclared = reportUndeclared || prune ? await undeclaredBy(wanted, target) : [];
    const declared = withSecrets(changes, wanted, { directory, secretCommand });
    // What the file names comes first: if it can't be made so, nothing is deleted.
    const steps = prune
      ? [...declared, ...(await pruned(undeclared, target)), ...(await prunedNames(wanted, target))]
      : declared;
    await runPlan(steps, reportUndeclared && undeclared, options);
  });
}

/** Exit status 2 would say that there is something to do, so a file that can't be read is 1. */
function contentOf(file: string): Uint8Array {
  try {
    return readFileSync(file === "-" ? 0 : file);
  } catch (error) {
    throw new Failed(`${file} cannot be read: ${readError(error)}`);
  }
}
