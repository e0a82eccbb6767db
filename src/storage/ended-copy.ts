/** The list of what ended, copied out of the ledger as JSON lines, a row each. */
import {
  closeSync,
  existsSync,
  fsyncSync,
  openSync,
  renameSync,
  rmSync,
  writeFileSync,
} from "node:fs";
import { dirname } from "node:path";
import type { Ended } from "../domain/ended.ts";
import type { EndedList } from "../domain/ports/ended-list.ts";
import { syncDirectory } from "../files/durable-files.ts";
import { give, ownerAt } from "../files/owner.ts";

export interface Copied {
  readonly rows: number;
  /** The number of the last row. */
  readonly last: number;
}

/**
 * The whole list; the file is replaced once all of it is on disk. If root runs this, the file stays that of the account it
 * belongs to, which may be a service that goes on with it. Throws what the file system says.
 */
export async function copyEnded(ledger: Pick<EndedList, "ended">, file: string): Promise<Copied> {
  const fresh = `${file}.new-${process.pid}`;
  try {
    const owner = existsSync(file) ? ownerAt(file) : undefined;
    // What somebody has put in its way is not written to.
    rmSync(fresh, { force: true });
    using list = lazily(() => openSync(fresh, "wx", 0o600));
    give(list.file(), owner);
    const copied = await writeAfter(ledger, 0, list.file);
    renameSync(fresh, file);
    syncDirectory(dirname(file));
    return copied;
  } catch (error) {
    rmSync(fresh, { force: true });
    throw error;
  }
}

/** What came after the row with the number `after`. Only where rows appear in the order of their numbers. */
export async function appendEnded(
  ledger: Pick<EndedList, "ended">,
  path: string,
  after: number,
): Promise<Copied> {
  // Nothing new is no reason to touch the file.
  using list = lazily(() => openSync(path, "a", 0o600));
  return await writeAfter(ledger, after, list.file);
}

async function writeAfter(
  ledger: Pick<EndedList, "ended">,
  after: number,
  file: () => number,
): Promise<Copied> {
  let [rows, last] = [0, after];
  for (;;) {
    const page = await ledger.ended({ after: last, size: pageSize });
    if (page.rows.length === 0) break;
    // Not `writeSync`: on a disk that is nearly full, it writes a part and says so only by its result.
    writeFileSync(file(), page.rows.map(lineOf).join(""));
    rows += page.rows.length;
    last = page.last;
  }
  if (rows > 0) fsyncSync(file());
  return { rows, last };
}

/** A file that is opened when it is first needed. */
function lazily(open: () => number): Disposable & { file(): number } {
  let opened: number | undefined;
  return {
    file() {
      opened ??= open();
      return opened;
    },
    [Symbol.dispose]() {
      if (opened !== undefined) closeSync(opened);
    },
  };
}

const pageSize = 1000;

function lineOf({ mark, at, kind, subject, detail }: Ended): string {
  return `${JSON.stringify({ mark, at, kind, subject, detail })}\n`;
}
