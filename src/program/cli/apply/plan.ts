import { Failed } from "../outcome.ts";
import { applicationStep } from "./application-step.ts";
import type { ApplicationEntry, ApplyFile } from "./file.ts";
import { administratorsStep, settingsStep } from "./service-steps.ts";
import type { Planning, Step } from "./step.ts";

/** What is left to do for the service to be as the file says. Throws `Failed` with everything that can't be done. */
export async function planFor(
  { applications = [], settings, administrators }: ApplyFile,
  planning: Planning,
): Promise<readonly Step[]> {
  const problems: string[] = [];
  const keys = new Set(applications.flatMap((one) => one.consumer_key ?? []));
  const seen = new Set<string>();
  const steps: (Step | undefined)[] = [];
  for (const [at, entry] of applications.entries()) {
    await collect(`applications[${at}] (${nameOf(entry)})`, () =>
      applicationStep(entry, planning, { keys, seen }),
    );
  }
  if (settings !== undefined) await collect("settings", () => settingsStep(settings, planning));
  if (administrators !== undefined) {
    await collect("administrators", () => administratorsStep(administrators, planning));
  }
  if (problems.length === 0) return steps.filter((one) => one !== undefined);
  throw new Failed(`nothing was changed\n${problems.join("\n")}`);

  async function collect(part: string, plan: () => Promise<Step | undefined>): Promise<void> {
    try {
      steps.push(await plan());
    } catch (error) {
      if (!(error instanceof Failed)) throw error;
      problems.push(`${part}: ${error.message}`);
    }
  }
}

function nameOf({ name, consumer_key }: ApplicationEntry): string {
  return name ?? consumer_key ?? "";
}
