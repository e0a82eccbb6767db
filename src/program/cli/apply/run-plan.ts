import { createInterface } from "node:readline/promises";
import { differenceLine } from "../difference-line.ts";
import { Failed, print, terminalText } from "../outcome.ts";
import { plural } from "../plural.ts";
import type { Change } from "./target.ts";

export interface ApplyOptions {
  readonly plan?: true;
  readonly yes?: true;
  readonly json?: true;
}

/** Prints what is left to do, and does it unless only the plan was wanted. */
export async function runPlan(steps: readonly Change[], options: ApplyOptions): Promise<void> {
  const { json } = options;
  if (steps.length === 0) {
    print(json, { applied: false, changes: [] }, ["nothing to do"]);
    return;
  }
  if (options.plan) {
    print(json, { applied: false, changes: steps.map(stepJson) }, [
      ...steps.flatMap(stepLines),
      `${plural(steps.length, "change")} to make`,
    ]);
    process.exitCode = 2;
    return;
  }
  if (!json) print(false, {}, steps.flatMap(stepLines));
  const blocked = steps.flatMap((one) => one.blocked ?? []);
  if (blocked.length > 0) throw new Failed(`nothing was changed\n${blocked.join("\n")}`);
  if (steps.some(({ ends }) => ends.length > 0) && !options.yes) await confirm(json);
  for (const [done, step] of steps.entries()) {
    try {
      await step.run(undefined);
    } catch (error) {
      const left = `${done} of ${plural(steps.length, "change")} made; the next one failed`;
      process.stderr.write(`countersign: ${terminalText(`${left}: ${step.what}`)}\n`);
      throw error;
    }
  }
  print(json, { applied: true, changes: steps.map(stepJson) }, [
    `${plural(steps.length, "change")} made`,
  ]);
}

/** Throws `Failed` unless the administrator agrees. */
async function confirm(json: true | undefined): Promise<void> {
  if (json || !process.stdin.isTTY) {
    throw new Failed(
      "changes marked with ! end something, so nothing was changed; run it again with --yes to apply them anyway",
    );
  }
  const terminal = createInterface({ input: process.stdin, output: process.stderr });
  const typed = await terminal.question(
    "Changes marked with ! end something. Type yes to apply them: ",
  );
  terminal.close();
  if (typed.trim() !== "yes") throw new Failed("nothing was changed");
}

function stepLines({ action, what, differences, ends }: Change): readonly string[] {
  return [
    `${action} ${what}`,
    ...differences.map((one) => `  ${differenceLine(one)}`),
    ...ends.map((one) => `  ! ${one}`),
  ];
}

function stepJson({ action, what, differences, ends }: Change) {
  return { action, what, differences, ends };
}
