/** A wrong command line prints advice and exits with 2; a command that failed exits with 1. */
import { Command, CommanderError } from "commander";
import software from "../../../package.json" with { type: "json" };
import { ConfigProblem } from "../../config/row.ts";
import { OutcomeUnknown } from "../../domain/errors.ts";
import { addApplyCommand } from "./apply.ts";
import { addAuditCommands } from "./audit.ts";
import { addBackupCommand } from "./backup.ts";
import { addCheckCommand } from "./check.ts";
import { addConfigCommand } from "./config.ts";
import { addDebugSignatureCommand } from "./debug-signature.ts";
import { addDemoCommand } from "./demo.ts";
import { addExportCommand } from "./export.ts";
import { addFindCommand } from "./find.ts";
import { addGalleryCommand } from "./gallery.ts";
import { addImportCommand } from "./import.ts";
import { addKeysCommands } from "./keys.ts";
import { addMigrateCommand } from "./migrate.ts";
import { addMoveCommand } from "./move.ts";
import { Failed, terminalText, WrongUse } from "./outcome.ts";
import { addRestoreCommand } from "./restore.ts";
import { addRevocationsCommands } from "./revocations.ts";
import { addServeCommand } from "./serve.ts";
import { addTestServerCommand } from "./test-server.ts";

/** `args` follow the command's name. Resolves to the exit status, or undefined if the status stays as it is. */
export async function runCommand(args: readonly string[]): Promise<number | undefined> {
  try {
    const program = await programOf(args);
    await program.parseAsync(rejectingUnknownHelp(program, args), { from: "user" });
    return undefined;
  } catch (error) {
    return exitCodeOf(error);
  }
}

/** The groups of `admin/groups.ts`, which loads the library of the operations' schemas: only if one is named. */
const groups = {
  user: "User accounts",
  admin: "Administrators",
  invitation: "Invitations to create an account",
  app: "Applications (consumers)",
  plan: "Plans, which are named sets of limits",
  "api-limit": "Limits of your APIs, by the names in requests",
  token: "Access tokens",
  "api-key": "Keys of the admin API",
  setting: "Settings that change without a restart",
  usage: "Requests over time",
  sunset: "What may end, and who still uses it",
  webhook: "Webhooks and the audit file: what waits for each",
  bulk: "Actions on many tokens or applications, in the background",
} as const;

/** Every command, but only the `named` groups have theirs. docs/reference/commands.md is written from it. */
export async function programOf(named: readonly string[] = Object.keys(groups)): Promise<Command> {
  const program = new Command("countersign")
    .version(software.version)
    .description(
      `${software.description} Configure it with COUNTERSIGN_* environment variables (see \`countersign config\`).`,
    )
    .showHelpAfterError("(run the command with --help to see its options)")
    .showSuggestionAfterError()
    .configureHelp({ showGlobalOptions: false })
    // `backup verify FILE --json` is the option of `verify`.
    .enablePositionalOptions()
    .exitOverride();

  addServeCommand(program);
  addDemoCommand(program);
  addTestServerCommand(program);
  const names = Object.keys(groups) as (keyof typeof groups)[];
  const isNamed = names.some((name) => named.includes(name));
  const adders = isNamed ? (await import("./admin/groups.ts")).addCommandsTo : undefined;
  for (const name of names) {
    const group = program.command(name).description(groups[name]);
    adders?.[name](group);
  }
  addFindCommand(program);
  addApplyCommand(program);
  addDebugSignatureCommand(program);
  addAuditCommands(program);
  addKeysCommands(program);
  addBackupCommand(program);
  addRestoreCommand(program);
  addRevocationsCommands(program);
  addMigrateCommand(program);
  addMoveCommand(program);
  addImportCommand(program);
  addExportCommand(program);
  addCheckCommand(program);
  addConfigCommand(program);
  addGalleryCommand(program);
  return program;
}

/** `user help frob` becomes `user frob`, whose unknown command is reported; Commander would show the help of `user`. */
function rejectingUnknownHelp(program: Command, args: readonly string[]): readonly string[] {
  const at = args.indexOf("help");
  if (at === -1 || isLeafOrUnknown(program, args.slice(0, at))) return args;
  const named = args.toSpliced(at, 1);
  return isUnknownCommand(program, named) ? named : args;
}

function isLeafOrUnknown(program: Command, names: readonly string[]): boolean {
  const found = names.reduce<Command | undefined>(commandIn, program);
  return found === undefined || found.commands.length === 0;
}

function isUnknownCommand(group: Command, [name, ...more]: readonly string[]): boolean {
  // A command with an operand, such as `backup`, has no unknown names.
  if (name === undefined || group.commands.length === 0 || group.registeredArguments.length > 0) {
    return false;
  }
  const found = commandIn(group, name);
  return found === undefined || isUnknownCommand(found, more);
}

function commandIn(group: Command | undefined, name: string): Command | undefined {
  return group?.commands.find((one) => one.name() === name);
}

function exitCodeOf(error: unknown): number {
  // Commander has already printed the mistake; `--help` is no error.
  if (error instanceof CommanderError) return error.exitCode === 0 ? 0 : 2;
  const message = error instanceof Error ? error.message : String(error);
  const certainty = isOutcomeUnknown(error) ? outcomeUnknown : "";
  process.stderr.write(`countersign: ${certainty}${terminalText(message)}\n`);
  if (error instanceof WrongUse || error instanceof ConfigProblem) return 2;
  if (!(error instanceof Failed) && process.env["COUNTERSIGN_LOG_LEVEL"] === "debug") {
    process.stderr.write(`${error instanceof Error ? error.stack : ""}\n`);
  }
  return 1;
}

const outcomeUnknown =
  "the outcome is unknown: the change may or may not have been made. Check before you run the command again. Reason: ";

/** Returns true as well for an error that was thrown again with the name of a setting. */
function isOutcomeUnknown(error: unknown): boolean {
  if (error instanceof OutcomeUnknown) return true;
  return error instanceof Error && error.cause !== undefined && isOutcomeUnknown(error.cause);
}
