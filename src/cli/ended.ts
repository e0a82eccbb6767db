import { resolve } from "node:path";
import type { Command } from "commander";
import { copyEndedList, settle } from "../backups.ts";
import { readEnded } from "./ended-file.ts";
import { refuseMissingDirectory } from "./new-file.ts";
import { print } from "./outcome.ts";
import { plural } from "./plural.ts";
import { settledLines, settledObject, warn, withIssuedAfter } from "./restore.ts";
import { withLedger } from "./stores.ts";

interface ApplyOptions {
  readonly endIssuedAfter?: number;
  readonly json?: true;
}

export function addEndedCommands(program: Command): void {
  const ended = program
    .command("ended")
    .description(
      "What was revoked, replaced, or deleted, so that a restored backup doesn't revive it",
    );
  ended
    .command("copy")
    .description("Write the whole list to a file, as JSON lines; a file that is there is replaced")
    .argument("<file>", "where to keep it: not on the disk of the ledger")
    .option("--json", "print one JSON object")
    .action(copy);
  withIssuedAfter(
    ended
      .command("apply")
      .description(
        "End once more what a copied list has and a restored PostgreSQL does not know. Also ends all sessions and links. Run it before the servers start. (`countersign restore --ended` does it for the embedded ledger.)",
      )
      .argument("<file>", "as `countersign ended copy` wrote it"),
  )
    .option("--json", "print one JSON object")
    .action(apply);
}

async function copy(given: string, { json }: { json?: true }): Promise<void> {
  const file = resolve(given);
  refuseMissingDirectory(file);
  const rows = await withLedger((ledger) => copyEndedList(ledger, file));
  print(json, { file, rows }, [`${file}  ${plural(rows, "row")}`]);
}

async function apply(file: string, { endIssuedAfter, json }: ApplyOptions): Promise<void> {
  const ended = readEnded(file, warn);
  const settled = await withLedger((ledger) =>
    settle(ledger, { ended, issuedAfter: endIssuedAfter }),
  );
  print(json, settledObject(settled), settledLines(settled));
}
