/** The options that open the key ring next to a backup. */
import { readFileSync } from "node:fs";
import type { Command } from "commander";
import { readError } from "../../config/read-error.ts";
import type { OpenedBy } from "../../tools/keys/sealed-ring.ts";
import { WrongUse } from "./outcome.ts";

export interface KeyOptions {
  readonly identity?: string;
  readonly passphraseFile?: string;
}

export function withKeyOptions(command: Command): Command {
  return command
    .option("--identity <file>", "the age identity that opens FILE.keys.age")
    .option(
      "--passphrase-file <file>",
      "the file with the passphrase that opens FILE.keys.age; - reads standard input",
    );
}

export function openedByOf({ identity, passphraseFile }: KeyOptions): OpenedBy | undefined {
  if (identity !== undefined && passphraseFile !== undefined) {
    throw new WrongUse("--identity and --passphrase-file can't be used together");
  }
  if (passphraseFile !== undefined) return { passphrase: readPassphrase(passphraseFile) };
  if (identity === undefined) return undefined;
  const lines = readIdentity(identity).split(/\r?\n/);
  const identities = lines.filter((line) => line.startsWith("AGE-SECRET-KEY-"));
  if (identities.length === 0) throw new WrongUse(`${identity} has no age identity`);
  return { identities };
}

function readIdentity(file: string): string {
  try {
    return readFileSync(file, "utf8");
  } catch (error) {
    throw new WrongUse(`the identity file ${file} cannot be read: ${readError(error)}`);
  }
}

export function readPassphrase(file: string): string {
  const [line = ""] = textOf(file).split(/\r?\n/);
  if (line.length < minPassphrase) {
    throw new WrongUse(`a passphrase has at least ${minPassphrase} characters`);
  }
  return line;
}

function textOf(file: string): string {
  try {
    return readFileSync(file === "-" ? 0 : file, "utf8");
  } catch (error) {
    throw new WrongUse(`the passphrase file ${file} cannot be read: ${readError(error)}`);
  }
}

const minPassphrase = 12;
