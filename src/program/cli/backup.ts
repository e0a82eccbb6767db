import { resolve } from "node:path";
import type { Command } from "commander";
import type { SealedFor } from "../../tools/keys/sealed-ring.ts";
import { makeBackup } from "../backups.ts";
import { readPassphrase } from "./key-options.ts";
import { print, WrongUse, warn } from "./outcome.ts";
import { configFromEnvironment } from "./stores.ts";
import { addVerifyCommand } from "./verify-backup.ts";
import { watchFile } from "./watch-file.ts";

interface BackupOptions {
  readonly withKeys?: true;
  readonly recipient: readonly string[];
  readonly passphraseFile?: string;
  readonly json?: true;
}

export function addBackupCommand(program: Command): void {
  const command = program
    .command("backup")
    .helpCommand(true)
    .description(
      "Copy the SQLite database to a file, with its SHA-256 next to it (FILE.sha256). Running servers aren't interrupted. On PostgreSQL, use pg_dump or point-in-time recovery.",
    )
    .argument("<file>", "the file to create; it must not exist")
    .option("--with-keys", "also write the key ring, encrypted (FILE.keys.age)")
    .option("--recipient <recipient>", "who can open the key ring: age1…; repeatable", collect, [])
    .option(
      "--passphrase-file <file>",
      "the file with the passphrase that opens the key ring; - reads standard input",
    )
    .option("--json", "print one JSON object")
    .action(backup);
  addVerifyCommand(command);
}

async function backup(given: string, options: BackupOptions): Promise<void> {
  const file = resolve(given);
  const sealedFor = sealedForOf(options);
  const { bytes, sha256, checksumFile, keysFile } = await makeBackup(
    configFromEnvironment(),
    file,
    sealedFor,
    warn,
    (growing) => watchFile(growing, options),
  );
  print(options.json, { file, bytes, sha256, keys: keysFile ?? null }, [
    `${file}  ${bytes} bytes`,
    `${checksumFile}  ${sha256}`,
    keysFile === undefined
      ? "The backup doesn't contain the key ring and is useless without it: keep a copy of the key ring in a different place."
      : `${keysFile}  the key ring, encrypted`,
  ]);
}

function sealedForOf(options: BackupOptions): SealedFor | undefined {
  const { withKeys, recipient: recipients, passphraseFile } = options;
  const isGiven = recipients.length > 0 || passphraseFile !== undefined;
  if (withKeys === undefined) {
    if (isGiven) throw new WrongUse("--recipient and --passphrase-file go with --with-keys");
    return undefined;
  }
  if (!isGiven) {
    throw new WrongUse(
      "--with-keys needs --recipient age1… or --passphrase-file FILE: the key ring is only exported encrypted",
    );
  }
  if (passphraseFile === undefined) return { recipients };
  if (recipients.length > 0) {
    throw new WrongUse("--recipient and --passphrase-file can't be used together");
  }
  return { passphrase: readPassphrase(passphraseFile) };
}

function collect(value: string, before: readonly string[]): readonly string[] {
  return [...before, value];
}
