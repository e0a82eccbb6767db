/** The list of what ended, copied out of the ledger as JSON lines, a row each. */
import {
  closeSync,
  existsSync,
  fstatSync,
  fsyncSync,
  openSync,
  readSync,
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
 *
 * `unknown` is called before the file is replaced if it has rows that the ledger does not have: the list of another
 * ledger, or of this one before an older backup was restored. It throws, or gives the file another name.
 */
export async function copyEnded(
  ledger: Pick<EndedList, "ended">,
  file: string,
  unknown: () => void,
): Promise<Copied> {
  const fresh = `${file}.new-${process.pid}`;
  try {
    const lastBefore = lastMarkIn(file);
    const owner = existsSync(file) ? ownerAt(file) : undefined;
    // What somebody has put in its way is not written to.
    rmSync(fresh, { force: true });
    using list = lazily(() => openSync(fresh, "wx", 0o600));
    give(list.file(), owner);
    const copied = await writeAfter(ledger, 0, list.file, lastBefore);
    if (lastBefore !== undefined && !copied.hasMark) unknown();
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
  mark?: string,
): Promise<Copied & { readonly hasMark: boolean }> {
  let [rows, last, hasMark] = [0, after, false];
  for (;;) {
    const page = await ledger.ended({ after: last, size: pageSize });
    if (page.rows.length === 0) break;
    // Not `writeSync`: on a disk that is nearly full, it writes a part and says so only by its result.
    writeFileSync(file(), page.rows.map(lineOf).join(""));
    rows += page.rows.length;
    hasMark ||= page.rows.some((row) => row.mark === mark);
    last = page.last;
  }
  if (rows > 0) fsyncSync(file());
  return { rows, last, hasMark };
}

/**
 * Of the last whole row in a list; undefined if there is none. Rows are never removed, so a ledger that has the last one has
 * those before it.
 */
function lastMarkIn(path: string): string | undefined {
  if (!existsSync(path)) return undefined;
  const file = openSync(path, "r");
  try {
    const { size } = fstatSync(file);
    const end = Buffer.alloc(Math.min(size, longestEnd));
    readSync(file, end, 0, end.length, size - end.length);
    const row = end.toString("utf8").split("\n").at(-2);
    return row === undefined ? undefined : markOf(row);
  } finally {
    closeSync(file);
  }
}

/** Bytes that have the last two rows of a list. */
const longestEnd = 64 * 1024;

function markOf(row: string): string | undefined {
  try {
    const { mark } = Object(JSON.parse(row));
    return typeof mark === "string" ? mark : undefined;
  } catch {
    return undefined;
  }
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
