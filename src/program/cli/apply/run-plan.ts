import { confirm } from "../confirm.ts";
import { differenceLine, Failed, plural, print, warn } from "../outcome.ts";
import type { Change, ListedApplication } from "./target.ts";

export interface PlanOptions {
  readonly plan?: true;
  readonly yes?: true;
  readonly json?: true;
}

/**
 * Prints what is left to do, and does it unless only the plan was wanted. `undeclared`: the applications that the file
 * does not name, if they were wanted.
 */
export async function runPlan(
  steps: readonly Change[],
  undeclared: readonly ListedApplication[] | undefined,
  options: PlanOptions,
): Promise<void> {
  const { json } = options;
  const others = undeclared ?? [];
  const lines = [...steps.flatMap(stepLines), ...others.map(undeclaredLine)];
  const object = (applied: boolean) => ({
    applied,
    changes: steps.map(stepJson),
    ...(undeclared !== undefined && { undeclared: undeclared.map(undeclaredJson) }),
  });
  const summary =
    steps.length === 0 ? "nothing to do" : `${plural(steps.length, "change")} to make`;
  const problems = steps.flatMap(({ what, problem }) =>
    problem === undefined ? [] : [`${what}: ${problem}`],
  );
  if (options.plan || steps.length === 0 || problems.length > 0) {
    print(json, object(false), [...lines, summary]);
    if (problems.length > 0) {
      throw new Failed(
        `nothing was changed: ${plural(problems.length, "change")} can't be made\n${problems.join("\n")}`,
      );
    }
    if (options.plan && steps.length + others.length > 0) process.exitCode = 2;
    return;
  }
  if (!json) print(false, {}, lines);
  if (steps.some(({ ends }) => ends.length > 0)) {
    await confirm(["Changes marked with ! end something."], options);
  }
  for (const [done, step] of steps.entries()) {
    try {
      await step.run(undefined);
    } catch (error) {
      const left = `${done} of ${plural(steps.length, "change")} made; the next one failed`;
      warn(`${left}: ${step.what}`);
      throw error;
    }
  }
  print(json, object(true), [`${plural(steps.length, "change")} made`]);
}

function stepLines({ action, what, differences, ends, problem }: Change): readonly string[] {
  return [
    `${action} ${what}`,
    ...differences.map((one) => `  ${differenceLine(one)}`),
    ...ends.map((one) => `  ! ${one}`),
    ...(problem === undefined ? [] : [`  can't be made: ${problem}`]),
  ];
}

function stepJson({ action, what, differences, ends, problem }: Change) {
  return { action, what, differences, ends, ...(problem !== undefined && { problem }) };
}

function undeclaredJson({ consumer_key, name, owner }: ListedApplication) {
  return { consumer_key, name, owner };
}

function undeclaredLine({ name, consumer_key: key, owner }: ListedApplication): string {
  return `undeclared application ${name} (${key}) of ${owner}`;
}
