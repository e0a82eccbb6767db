import { type Command, InvalidArgumentError } from "commander";
import { namingCommand } from "../../config/command-name.ts";
import { type Config, readConfig } from "../../config/config.ts";
import { ConfigProblem } from "../../config/row.ts";
import { isMailAddress } from "../../tools/mail/email-message.ts";
import { type Finding, failure, type Level } from "../checks/finding.ts";
import { plural, print } from "./outcome.ts";

interface CheckOptions {
  readonly mailTo?: string;
  readonly testWebhooks?: boolean;
  readonly strict?: true;
  readonly json?: true;
}

export function addCheckCommand(program: Command): void {
  program
    .command("check")
    .description(
      "Diagnose the installation: settings, files, database, backups, clocks, certificate, proxy, mail server, webhooks, and identity providers. Read-only; safe to run while a server is running. Exits 0 if nothing has failed, 1 if something has, 2 if the settings cannot be read.",
    )
    .option("--mail-to <address>", "send a test email to this address", readAddress)
    .option("--test-webhooks", "send one signed request of the type `check` to each webhook")
    .option("--strict", "exit 1 if there are warnings too")
    .option("--json", "print one JSON object")
    .action(check);
}

async function check({ mailTo, testWebhooks = false, strict, json }: CheckOptions): Promise<void> {
  const ignored: string[] = [];
  let config: Config;
  try {
    config = readConfig(process.env, (message) => ignored.push(message));
  } catch (error) {
    if (!(error instanceof ConfigProblem)) throw error;
    tell([unreadable(error)], json);
    process.exitCode = 2;
    return;
  }
  const { runChecks } = await import("../checks/run-checks.ts");
  const named = (text: string) => namingCommand(text, config.command);
  const findings = (await runChecks(config, { ignored, mailTo, testWebhooks })).map((one) => ({
    ...one,
    message: named(one.message),
    ...(one.fix !== undefined && { fix: named(one.fix) }),
  }));
  tell(findings, json);
  const levels = new Set(findings.map(({ level }) => level));
  if (levels.has("failure") || (strict && levels.has("warning"))) process.exitCode = 1;
}

function unreadable(error: ConfigProblem): Finding {
  return failure("configuration", error.message, "Fix this first, then run the check again");
}

function tell(findings: readonly Finding[], json: true | undefined): void {
  const count = (level: Level) => findings.filter((one) => one.level === level).length;
  const [failures, warnings] = [count("failure"), count("warning")];
  print(json, { failures, warnings, findings }, [
    ...findings.flatMap(({ check, level, message, fix, guide }) => [
      `${level.padEnd(8)} ${check.padEnd(18)}  ${oneLine(message)}`,
      ...(fix === undefined ? [] : [`${" ".repeat(29)}→ ${oneLine(fix)} (${guide})`]),
    ]),
    "",
    failures + warnings === 0
      ? "Nothing is wrong."
      : `${plural(failures, "failure")}, ${plural(warnings, "warning")}.`,
  ]);
}

/** What another program answers can't look like a finding of its own. */
function oneLine(text: string): string {
  return text.replace(/\s*[\n\t]\s*/g, " ");
}

function readAddress(text: string): string {
  if (!isMailAddress(text)) throw new InvalidArgumentError("That isn't an email address.");
  return text;
}
