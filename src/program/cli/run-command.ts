/** A wrong command line prints advice and exits with 2; a command that failed exits with 1. */
import { type Command, CommanderError } from "commander";
import { ConfigProblem } from "../../config/row.ts";
import { OutcomeUnknown } from "../../domain/errors.ts";
import { commandAt, programOf } from "./commands.ts";
import { Failed, WrongUse, warn } from "./outcome.ts";
import { sayOfService } from "./say-of-service.ts";

/** `args` follow the command's name. Resolves to the exit status, or undefined if the status stays as it is. */
export async function runCommand(args: readonly string[]): Promise<number | undefined> {
  try {
    const program = await programOf(args);
    await program.parseAsync(rejectingUnknownHelp(program, args), { from: "user" });
    return undefined;
  } catch (error) {
    return exitCodeOf(error, args[0] === "serve" ? (text) => sayOfService("fatal", text) : warn);
  }
}

/** `user help frob` becomes `user frob`, whose unknown command is reported; Commander would show the help of `user`. */
function rejectingUnknownHelp(program: Command, args: readonly string[]): readonly string[] {
  const at = args.indexOf("help");
  if (at === -1 || isLeafOrUnknown(program, args.slice(0, at))) return args;
  const named = args.toSpliced(at, 1);
  return isUnknownCommand(program, named) ? named : args;
}

function isLeafOrUnknown(program: Command, names: readonly string[]): boolean {
  const found = commandAt(program, names);
  return found === undefined || found.commands.length === 0;
}

function isUnknownCommand(group: Command, [name, ...more]: readonly string[]): boolean {
  // A command with an operand, such as `backup`, has no unknown names.
  if (name === undefined || group.commands.length === 0 || group.registeredArguments.length > 0) {
    return false;
  }
  const found = commandAt(group, [name]);
  return found === undefined || isUnknownCommand(found, more);
}

function exitCodeOf(error: unknown, say: (problem: string) => void): number {
  // Commander has already printed the mistake; `--help` is no error.
  if (error instanceof CommanderError) return error.exitCode === 0 ? 0 : 2;
  const message = error instanceof Error ? error.message : String(error);
  const certainty = isOutcomeUnknown(error) ? outcomeUnknown : "";
  say(`${certainty}${message}`);
  if (error instanceof WrongUse || error instanceof ConfigProblem) return 2;
  const isDebugging = process.env["COUNTERSIGN_LOG_LEVEL"] === "debug";
  if (isDebugging && error instanceof Error && !(error instanceof Failed)) say(error.stack ?? "");
  return 1;
}

const outcomeUnknown =
  "the outcome is unknown: the change may or may not have been made. Check before you run the command again. Reason: ";

/** Returns true as well for an error that was thrown again with the name of a setting. */
function isOutcomeUnknown(error: unknown): boolean {
  if (error instanceof OutcomeUnknown) return true;
  return error instanceof Error && error.cause !== undefined && isOutcomeUnknown(error.cause);
}
