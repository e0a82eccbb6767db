import type { Config } from "../../config/config.ts";
import { type Reason, readReason } from "../../domain/operating.ts";

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

/** Throws `WrongUse` if no one could read the reason. */
export function reasonGiven(because: string): Reason {
  const read = readReason(because);
  if (read.ok) return read.reason;
  throw new WrongUse(
    read.problem === "missing"
      ? "--because is empty; write a reason that the user can read"
      : "--because can have up to 200 characters on one line",
  );
}

/** Throws `Failed` if no one signs in to the service with a password: setting one would be useless. */
export function rejectWithoutPasswords({ signInMethods }: Pick<Config, "signInMethods">): void {
  if (signInMethods === "all") return;
  throw new Failed(
    "users sign in only with identity providers (COUNTERSIGN_SIGN_IN_METHODS=identity-providers), so there is no password to set",
  );
}
