/** Copies the list of revocations out of the database, as JSON lines. */
import { type FileHandle, open, rename, rm, stat } from "node:fs/promises";
import { dirname } from "node:path";
import type { RevocationList } from "../domain/ports/revocation-list.ts";
import type { Revocation } from "../domain/revocations.ts";
import { syncDirectoryAside } from "../tools/files/durable-files.ts";
import { give, ownerAt } from "../tools/files/owner.ts";

export interface Copied {
  readonly rows: number;
  /** The number of the last row. */
  readonly last: number;
}

/**
 * Writes the whole list. The file is replaced once everything is on disk. If root runs this, the file keeps its
 * owner, which may be a service that continues writing it. Throws file system errors.
 */
export async function copyRevocations(
  ledger: Pick<RevocationList, "revocations">,
  file: string,
  unknown: () => Promise<void>,
): Promise<Copied> {
  const fresh = `${file}.new-${process.pid}`;
  try {
    const isPresent = await exists(file);
    const lastBefore = isPresent ? await lastMarkIn(file) : undefined;
    const owner = isPresent ? ownerAt(file) : undefined;
    // Never write to a file that someone else has put there.
    await rm(fresh, { force: true });
    await using list = lazily(() => open(fresh, "wx", 0o600));
    give((await list.file()).fd, owner);
    const copied = await writeAfter(ledger, 0, list.file, lastBefore);
    if (lastBefore !== undefined && !copied.hasMark) await unknown();
    await rename(fresh, file);
    await syncDirectoryAside(dirname(file));
    return copied;
  } catch (error) {
    await rm(fresh, { force: true });
    throw error;
  }
}

/** Appends the rows after number `after`. Only for engines whose rows appear in the order of their numbers. */
export async function appendRevocations(
  ledger: Pick<RevocationList, "revocations">,
  path: string,
  after: number,
): Promise<Copied> {
  // Do not touch the file if there is nothing new.
  await using list = lazily(() => open(path, "a", 0o600));
  return await writeAfter(ledger, after, list.file);
}

/** Throws the file system's error, except for a missing file. */
export async function exists(path: string): Promise<boolean> {
  try {
    await stat(path);
    return true;
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === "ENOENT") return false;
    throw error;
  }
}

async function writeAfter(
  ledger: Pick<RevocationList, "revocations">,
  after: number,
  file: () => Promise<FileHandle>,
  mark?: string,
): Promise<Copied & { readonly hasMark: boolean }> {
  let [rows, last, hasMark] = [0, after, false];
  for (;;) {
    const page = await ledger.revocations({ after: last, size: pageSize });
    if (page.rows.length === 0) break;
    // Not `write`: on a disk that is nearly full, it writes a part and reports it only by its result.
    await (await file()).appendFile(page.rows.map(lineOf).join(""));
    rows += page.rows.length;
    hasMark ||= page.rows.some((row) => row.mark === mark);
    last = page.last;
  }
  if (rows > 0) await (await file()).sync();
  return { rows, last, hasMark };
}

/**
 * The mark of the last complete row in a list. Returns undefined if it has none. Rows are never removed, so a database
 * that has the last row has all rows before it.
 */
async function lastMarkIn(path: string): Promise<string | undefined> {
  await using file = await open(path, "r");
  const { size } = await file.stat();
  const end = Buffer.alloc(Math.min(size, maxEnd));
  await file.read(end, 0, end.length, size - end.length);
  const row = end.toString("utf8").split("\n").at(-2);
  return row === undefined ? undefined : markOf(row);
}

/** Bytes that have the last two rows of a list. */
const maxEnd = 64 * 1024;

function markOf(row: string): string | undefined {
  try {
    const { mark } = Object(JSON.parse(row));
    return typeof mark === "string" ? mark : undefined;
  } catch {
    return undefined;
  }
}

/** A file that is opened when it is first needed. */
function lazily(
  openFile: () => Promise<FileHandle>,
): AsyncDisposable & { file(): Promise<FileHandle> } {
  let handle: Promise<FileHandle> | undefined;
  return {
    file() {
      handle ??= openFile();
      return handle;
    },
    async [Symbol.asyncDispose]() {
      const file = await handle?.catch(() => undefined);
      await file?.close();
    },
  };
}

const pageSize = 1000;

function lineOf({ mark, at, kind, subject, detail }: Revocation): string {
  return `${JSON.stringify({ mark, at, kind, subject, detail })}\n`;
}
