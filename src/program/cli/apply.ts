import { readFileSync } from "node:fs";
import { dirname } from "node:path";
import type { Command } from "commander";
import { readError } from "../../config/read-error.ts";
import type { ApplyOptions } from "./apply/run-plan.ts";
import { Failed } from "./outcome.ts";
import { withLedger } from "./stores.ts";

export function addApplyCommand(program: Command): void {
  program
    .command("apply")
    .description(
      "Make applications, administrators and settings be as a file describes them; prints what changes first. What the file leaves out stays as it is.",
    )
    .requiredOption("-f, --file <file>", "the file, YAML or JSON; - reads standard input")
    .option("--plan", "only print what would change; exits 2 if there is something to do")
    .option("--yes", "do not ask before something is deleted or ends for users")
    .option("--json", "print one JSON object")
    .action(apply);
}

async function apply({ file, ...options }: ApplyOptions & { readonly file: string }) {
  // Only this command needs the parser.
  const [{ readApplyFile }, { planFor }, { runPlan }] = await Promise.all([
    import("./apply/read-file.ts"),
    import("./apply/plan.ts"),
    import("./apply/run-plan.ts"),
  ]);
  const directory = file === "-" ? process.cwd() : dirname(file);
  // Within, so that a missing database is reported first.
  await withLedger(async (ledger, config) => {
    const wanted = readApplyFile(textOf(file), file === "-" ? "standard input" : file);
    const steps = await planFor(wanted, { ledger, config, directory, now: Date.now() });
    await runPlan(steps, options);
  });
}

/** Exit status 2 would say that there is something to do, so a file that can't be read is 1. */
function textOf(file: string): string {
  try {
    return readFileSync(file === "-" ? 0 : file, "utf8");
  } catch (error) {
    throw new Failed(`${file} cannot be read: ${readError(error)}`);
  }
}
