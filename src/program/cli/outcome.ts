import { commandName, namingCommand } from "../../config/command-name.ts";
import type { Difference } from "../../domain/fields/field.ts";
import { fitted } from "./fitted.ts";

/** The command line is wrong, or what it names can't be read: exit status 2. */
export class WrongUse extends Error {}

/** The command line is right, but the command can't do it: exit status 1. */
export class Failed extends Error {}

/** `notes` go to standard error, so that a file or a pipe gets only the value that a command prints. */
export function print(
  json: boolean | undefined,
  object: object,
  lines: readonly string[],
  notes: readonly string[] = [],
): void {
  const text = json ? JSON.stringify(object) : shown(lines, process.stdout);
  process.stdout.write(`${text}\n`);
  if (!json && notes.length > 0) process.stderr.write(`${shown(notes, process.stderr)}\n`);
}

/** A pipe, a file, and a terminal without a size get each line as it is. */
function shown(lines: readonly string[], { isTTY, columns }: NodeJS.WriteStream): string {
  const text = terminalText(lines.join("\n"));
  if (!isTTY || !columns) return text;
  // A command that is to be copied stays in one line. One in backticks is only mentioned.
  const name = commandName();
  const isCopied = (line: string) => line.replaceAll(`\`${name}`, "").includes(`${name} `);
  return text
    .split("\n")
    .map((line) => (isCopied(line) ? line : fitted(line, columns)))
    .join("\n");
}

export function warn(message: string): void {
  process.stderr.write(`countersign: ${terminalText(message)}\n`);
}

/**
 * Names and files of others must not control the terminal, or reverse the direction of their line. Commands have the
 * name that they have here.
 */
export function terminalText(text: string): string {
  return namingCommand(text, commandName()).replace(
    /(?![\n\t])[\p{Cc}\u{202A}-\u{202E}\u{2066}-\u{2069}]/gu,
    "\u{FFFD}",
  );
}

export function plural(count: number, what: string, several = `${what}s`): string {
  return `${count} ${count === 1 ? what : several}`;
}

/** The first clause of a description, for lists. */
export function briefly(description: string): string {
  return description.split(/[.;:]\s|\n/, 1)[0]?.replace(/\.$/, "") ?? "";
}

export function differenceLine({ setting, from, to }: Difference): string {
  return `${setting}: ${settingText(from)} -> ${settingText(to)}`;
}

function settingText(value: Difference["to"]): string {
  if (typeof value === "boolean") return value ? "on" : "off";
  const text = typeof value === "string" ? value : value.join(" ");
  return text === "" ? "(none)" : text;
}
