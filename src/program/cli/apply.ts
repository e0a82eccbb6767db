import { type Command, Option } from "commander";
import type { ApplyOptions } from "./apply/run-apply.ts";
import { yesMeaning } from "./confirm.ts";

export const throughApi =
  "the internal address of a running service, such as http://127.0.0.1:8081: use its admin API, with the key in COUNTERSIGN_API_KEY or in the file that COUNTERSIGN_API_KEY_FILE names. By default, the command works on the database";

export function addApplyCommand(program: Command): void {
  program
    .command("apply")
    .description(
      "Apply a file that describes applications, administrators, and settings; prints the changes first. What the file leaves out stays as it is, except with --prune.",
    )
    .requiredOption("-f, --file <file>", "the file, YAML or JSON; - reads standard input")
    .option("--plan", "only print what would change; exits 2 if there is something to do")
    .option(
      "--report-undeclared",
      "also list the applications that the file doesn't name and doesn't let stay; with --plan, exits 2 if there are any",
    )
    .addOption(
      new Option("--prune", "delete these applications, after all other changes").conflicts(
        "reportUndeclared",
      ),
    )
    .option(
      "--secret-command <command>",
      "for new applications without `secrets` in the file: a shell command that is run once for each, with the consumer secret on its standard input, and CONSUMER_KEY, APPLICATION_NAME, APPLICATION_OWNER, and SECRET_KIND in its environment",
    )
    .option("--yes", `${yesMeaning}, if a change ends something`)
    .option("--url <url>", throughApi)
    .option("--json", "print one JSON object")
    .action(async (options: ApplyOptions) => {
      // Only this command needs the parser.
      const { runApply } = await import("./apply/run-apply.ts");
      await runApply(options);
    });
}
