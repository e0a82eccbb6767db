import type { Difference } from "../../domain/fields/field.ts";

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
  const text = json ? JSON.stringify(object) : terminalText(lines.join("\n"));
  process.stdout.write(`${text}\n`);
  if (!json && notes.length > 0) process.stderr.write(`${terminalText(notes.join("\n"))}\n`);
}

/** Names and files of others must not control the terminal, or reverse the direction of their line. */
export function terminalText(text: string): string {
  return text.replace(/(?![\n\t])[\p{Cc}\u{202A}-\u{202E}\u{2066}-\u{2069}]/gu, "\u{FFFD}");
}

export function plural(count: number, what: string, several = `${what}s`): string {
  return `${count} ${count === 1 ? what : several}`;
}

export function differenceLine({ setting, from, to }: Difference): string {
  return `${setting}: ${shown(from)} -> ${shown(to)}`;
}

function shown(value: Difference["to"]): string {
  if (typeof value === "boolean") return value ? "on" : "off";
  const text = typeof value === "string" ? value : value.join(" ");
  return text === "" ? "(none)" : text;
}
