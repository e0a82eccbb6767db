import { resolve } from "node:path";
import type { Command } from "commander";
import { copyRevocationList, settle } from "../backups.ts";
import { type Confirmation, confirm, yesMeaning } from "./confirm.ts";
import { rejectMissingDirectory } from "./new-file.ts";
import { plural, print, warn } from "./outcome.ts";
import { settledLines, settledObject, withIssuedAfter } from "./restore.ts";
import { readRevocations } from "./revocations-file.ts";
import { withLedger } from "./stores.ts";

interface ApplyOptions extends Confirmation {
  readonly revokeIssuedAfter?: number;
}

export function addRevocationsCommands(program: Command): void {
  const revocations = program
    .command("revocations")
    .description(
      "What was revoked, replaced, or deleted, so that a restored backup doesn't revive it",
    );
  revocations
    .command("export")
    .description("Write the whole list to a file, as JSON Lines; an existing file is replaced")
    .argument("<file>", "the file to write, on a different disk from the database's")
    .option("--json", "print one JSON object")
    .action(copy);
  withIssuedAfter(
    revocations
      .command("import")
      .description(
        "Reapply revocations from an exported list to a restored PostgreSQL database. Also ends all sessions and links. Run it before the servers start. On SQLite, use `countersign restore --revocations`, or `countersign move --undo --revocations`, instead",
      )
      .argument("<file>", "the file that `countersign revocations export` wrote"),
  )
    .option("--yes", yesMeaning)
    .option("--json", "print one JSON object")
    .action(apply);
}

async function copy(given: string, { json }: { json?: true }): Promise<void> {
  const file = resolve(given);
  rejectMissingDirectory(file);
  const rows = await withLedger((ledger) => copyRevocationList(ledger, file));
  print(json, { file, rows }, [`${file}  ${plural(rows, "row")}`]);
}

async function apply(
  file: string,
  { revokeIssuedAfter: issuedAfter, ...options }: ApplyOptions,
): Promise<void> {
  const revoked = readRevocations(file, warn);
  const settled = await withLedger(async (ledger, { database }) => {
    await confirm(ending(database, revoked.length, issuedAfter), options);
    return settle(ledger, { revocations: revoked, issuedAfter });
  });
  print(options.json, settledObject(settled), settledLines(settled));
}

function ending(
  database: string,
  revocations: number,
  issuedAfter: number | undefined,
): readonly string[] {
  return [
    `In the database ${database}, this ends:`,
    `  what ${plural(revocations, "revocation")} of the file ended`,
    "  all sessions and links",
    ...(issuedAfter === undefined
      ? []
      : [
          `  each token and consumer secret that was issued after ${new Date(issuedAfter).toISOString()}`,
        ]),
  ];
}
