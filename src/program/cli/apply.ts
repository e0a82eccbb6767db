import { readFileSync } from "node:fs";
import { dirname } from "node:path";
import type { Command } from "commander";
import { readError } from "../../config/read-error.ts";
import type { ApplyOptions } from "./apply/run-plan.ts";
import { yesMeaning } from "./confirm.ts";
import { Failed } from "./outcome.ts";

export const throughApi =
  "the internal address of a running service, such as http://127.0.0.1:8081: use its admin API, with the key in COUNTERSIGN_API_KEY or in the file that COUNTERSIGN_API_KEY_FILE names. By default, the command works on the database";

export function addApplyCommand(program: Command): void {
  program
    .command("apply")
    .description(
      "Apply a file that describes applications, administrators, and settings; prints the changes first. What the file leaves out stays as it is.",
    )
    .requiredOption("-f, --file <file>", "the file, YAML or JSON; - reads standard input")
    .option("--plan", "only print what would change; exits 2 if there is something to do")
    .option(
      "--report-undeclared",
      "also list the applications that the file doesn't name; with --plan, exits 2 if there are any",
    )
    .option("--yes", `${yesMeaning}, if a change ends something`)
    .option("--url <url>", throughApi)
    .option("--json", "print one JSON object")
    .action(apply);
}

interface Options extends ApplyOptions {
  readonly file: string;
  readonly url?: string;
  readonly reportUndeclared?: true;
}

async function apply({ file, url, reportUndeclared, ...options }: Options) {
  // Only this command needs the parser.
  const [
    { readApplyFile, configurationIn, undeclaredIn },
    { withSecrets },
    { withTarget },
    { runPlan },
  ] = await Promise.all([
    import("./apply/read-file.ts"),
    import("./apply/secrets.ts"),
    import("./apply/target.ts"),
    import("./apply/run-plan.ts"),
  ]);
  const directory = file === "-" ? process.cwd() : dirname(file);
  // Within, so that a missing database is reported first.
  await withTarget(url, async (target) => {
    const wanted = readApplyFile(contentOf(file), file === "-" ? "standard input" : file);
    const changes = await target.plan(configurationIn(wanted));
    const undeclared = reportUndeclared && undeclaredIn(wanted, await target.applications());
    await runPlan(withSecrets(changes, wanted, directory), undeclared, options);
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
