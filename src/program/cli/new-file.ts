/** Files that a command makes for one reader. */
import { existsSync, rmSync } from "node:fs";
import { open } from "node:fs/promises";
import { dirname, resolve } from "node:path";
import { linkNew } from "../../tools/files/durable-files.ts";
import { Failed, WrongUse } from "./outcome.ts";

/** Throws if the file exists. */
export function newFile(given: string): string {
  const file = resolve(given);
  if (existsSync(file)) throw new WrongUse(`${file} already exists; choose a different file`);
  rejectMissingDirectory(file);
  return file;
}

/** Throws `Failed` if the directory of a file that a command is to make does not exist. */
export function rejectMissingDirectory(file: string): void {
  const directory = dirname(file);
  if (!existsSync(directory))
    throw new Failed(`there is no directory ${directory}; create it first`);
}

/** Only this account can read it. The file gets its name once it is complete and on disk. */
export async function writeNew(
  file: string,
  texts: AsyncIterable<string> | Iterable<string>,
): Promise<void> {
  const part = `${file}.part`;
  rmSync(part, { force: true });
  try {
    await using made = await open(part, "wx", 0o600);
    // `write` would not do: if the disk is nearly full, it writes only a part, and only its result shows that.
    for await (const text of texts) await made.appendFile(text);
    await made.sync();
    linkNew(part, file);
  } catch (error) {
    const reason = error instanceof Error ? error.message : String(error);
    throw new Failed(`${file} cannot be written: ${reason}`);
  } finally {
    rmSync(part, { force: true });
  }
}
