import { randomBytes } from "node:crypto";
import { createReadStream, statSync } from "node:fs";
import { setTimeout } from "node:timers/promises";
import type { Command } from "commander";
import { readError } from "../../config/read-error.ts";
import { type ImportedKind, importedKinds } from "../../domain/imported.ts";
import { problemWithMode } from "../../tools/files/secret-file.ts";
import type { Imported, LineProblem } from "../moving/import.ts";
import { openStores, unlogged } from "../stores.ts";
import { plural, print, WrongUse, warn } from "./outcome.ts";
import { megabytes, openProgress } from "./progress.ts";
import { configFromEnvironment } from "./stores.ts";

interface ImportCommandOptions {
  readonly dryRun?: true;
  readonly withAdmins?: true;
  readonly json?: true;
}

export function addImportCommand(program: Command): void {
  program
    .command("import")
    .description(
      "Import accounts (with their credentials), applications, and tokens from a JSON Lines file, so that existing clients keep working. Never changes existing records; safe to repeat and to run while a server is running. Exits 1 if any line was skipped.",
    )
    .argument("<file>", "the file; - reads standard input")
    .option("--dry-run", "only print what would happen")
    .option(
      "--with-admins",
      "let administrators stay administrators; otherwise they become ordinary users",
    )
    .option("--json", "print one JSON object")
    .action(importFile);
}

async function importFile(file: string, options: ImportCommandOptions): Promise<void> {
  const { dryRun = false, withAdmins = false, json } = options;
  // A transaction of many lines takes longer than a request, and no client waits for it.
  const config = { ...configFromEnvironment(), databaseTimeout: maxBatchMs };
  const input = openFile(file);
  const { importRecords } = await import("../moving/import.ts");
  await using stores = await openStores(config, unlogged);
  const problems: LineProblem[] = [];
  using progress = openProgress({ json });
  let read = 0;
  const imported = await importRecords(
    stores.ledger,
    counting(input.stream, (bytes) => {
      read += bytes;
    }),
    {
      dryRun,
      withAdmins,
      signatureMethods: config.signatureMethods,
      random: randomBytes,
      clock: Date.now,
      tell(problem) {
        if (problems.length < maxInJson) problems.push(problem);
        if (json) return;
        progress.clear();
        warn(`line ${problem.line}: ${problem.is}: ${problem.why}`);
      },
      progress(lines) {
        const { bytes } = input;
        if (bytes === undefined) progress.show({ done: lines, unit: "lines" });
        else progress.show({ done: megabytes(read), of: megabytes(bytes), unit: "MB" });
      },
      // A dry run writes nothing, so no server waits for it.
      pause: async (tookMs) => {
        if (!dryRun) await setTimeout(Math.min(Math.max(minPauseMs, tookMs), maxPauseMs));
      },
    },
  );
  progress.clear();
  const { counts, ...sums } = imported;
  print(json, { dry_run: dryRun, ...sums, ...counts, problems }, linesOf(imported, dryRun));
  if (imported.conflicts + imported.rejected > 0) process.exitCode = 1;
}

const maxBatchMs = 60_000;
const maxInJson = 1000;
/** Longer than the sleep of a server that waits for a transaction to end (see `keys rotate`). */
const minPauseMs = 25;
const maxPauseMs = 100;

interface Input {
  readonly stream: AsyncIterable<Uint8Array>;
  /** The size; undefined if it isn't known. */
  readonly bytes: number | undefined;
}

function openFile(file: string): Input {
  if (file === "-") return { stream: process.stdin, bytes: undefined };
  try {
    const found = statSync(file);
    if (!found.isFile() && !found.isFIFO()) throw new Error("it is not a file");
    const problem = problemWithMode(file);
    if (problem !== undefined) warn(`the file contains secrets in plain text. ${problem}`);
    return { stream: readFrom(file), bytes: found.isFile() ? found.size : undefined };
  } catch (error) {
    throw new WrongUse(`${file} cannot be read: ${readError(error)}`);
  }
}

/** Opened only when it is read, so that a database that can't be opened is reported first. */
async function* readFrom(file: string): AsyncGenerator<Uint8Array> {
  yield* createReadStream(file, { highWaterMark: 256 * 1024 });
}

async function* counting(
  stream: AsyncIterable<Uint8Array>,
  add: (bytes: number) => void,
): AsyncGenerator<Uint8Array> {
  for await (const chunk of stream) {
    add(chunk.length);
    yield chunk;
  }
}

function linesOf({ lines, counts, conflicts, rejected }: Imported, dryRun: boolean): string[] {
  const row = (name: string, { new: added, there }: { new: number; there: number }) =>
    `${name.padEnd(18)} ${String(added).padStart(9)} ${dryRun ? "would be new" : "new"}  ${String(there).padStart(9)} there`;
  return [
    ...importedKinds.map((kind) => row(plurals[kind], counts[kind])),
    `${plural(lines, "line")}, ${plural(conflicts, "conflict")}, ${rejected} rejected.${dryRun ? " This was a dry run: nothing was changed." : ""}`,
  ];
}

const plurals: Readonly<Record<ImportedKind, string>> = {
  user: "accounts",
  identity: "identities",
  passkey: "passkeys",
  totp: "authenticator apps",
  recovery_code: "recovery codes",
  application: "applications",
  icon: "icons",
  collaborator: "collaborators",
  access_token: "access tokens",
  bearer_token: "bearer tokens",
};
