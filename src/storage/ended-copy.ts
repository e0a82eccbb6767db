/** The list of what ended, copied out of the ledger as JSON lines, a row each. */
import { closeSync, fsyncSync, openSync, renameSync, rmSync, writeSync } from "node:fs";
import { dirname } from "node:path";
import type { Ended } from "../domain/ended.ts";
import type { EndedList } from "../domain/ports/ended-list.ts";
import { syncDirectory } from "../files/durable-files.ts";

export interface Copied {
  readonly rows: number;
  /** The number of the last row. */
  readonly last: number;
}

/** The whole list; the file is replaced once all of it is on disk. Throws what the file system says. */
export async function copyEnded(ledger: Pick<EndedList, "ended">, file: string): Promise<Copied> {
  const fresh = `${file}.new-${process.pid}`;
  try {
    // What somebody has put in its way is not written to.
    rmSync(fresh, { force: true });
    const copied = await writeAfter(ledger, 0, fresh, "wx");
    renameSync(fresh, file);
    syncDirectory(dirname(file));
    return copied;
  } catch (error) {
    rmSync(fresh, { force: true });
    throw error;
  }
}

/** What came after the row with the number `after`. Only where rows appear in the order of their numbers. */
export function appendEnded(
  ledger: Pick<EndedList, "ended">,
  file: string,
  after: number,
): Promise<Copied> {
  return writeAfter(ledger, after, file, "a");
}

async function writeAfter(
  ledger: Pick<EndedList, "ended">,
  after: number,
  path: string,
  flags: "wx" | "a",
): Promise<Copied> {
  let [rows, last] = [0, after];
  let file: number | undefined;
  try {
    for (;;) {
      const page = await ledger.ended({ after: last, size: pageSize });
      // Nothing new is no reason to touch the file.
      if (page.rows.length > 0 || flags === "wx") file ??= openSync(path, flags, 0o600);
      if (page.rows.length === 0) break;
      if (file !== undefined) writeSync(file, page.rows.map(lineOf).join(""));
      rows += page.rows.length;
      last = page.last;
    }
    if (file !== undefined) fsyncSync(file);
    return { rows, last };
  } finally {
    if (file !== undefined) closeSync(file);
  }
}

const pageSize = 1000;

function lineOf({ mark, at, kind, subject, detail }: Ended): string {
  return `${JSON.stringify({ mark, at, kind, subject, detail })}\n`;
}
