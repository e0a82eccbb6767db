/**
 * Whether a nonce journal is the one with which the database was last served. Each start and stop writes a mark
 * into the journal and then into the database, so a journal that missed one has another mark. A copy made while
 * the server ran has the right mark but not all nonces; it is recognized because it is another file.
 */
import { randomBytes } from "node:crypto";
import { existsSync, fstatSync, statSync } from "node:fs";
import { join } from "node:path";
import { replaceOwnFile } from "../../tools/files/durable-files.ts";
import { readIfThere } from "../../tools/files/read-file.ts";

export interface JournalMark {
  /** "copy": the mark is right, but the file is not the one into which it was written. */
  compare(mark: string): "same" | "copy" | "another";
  /** Writes a new mark to disk. The previous one still counts, because the database may not get the new one. */
  renew(): string;
}

/** Whether a database was served with the journal in `directory`, which need not exist. */
export function hasServed(directory: string): boolean {
  return existsSync(join(directory, fileName));
}

const fileName = "mark";

/** `directory`: the journal's, which exists. */
export function journalMark(directory: string): JournalMark {
  const path = join(directory, fileName);
  let { inode, marks } = readMarks(path);

  return {
    compare(mark) {
      if (!marks.includes(mark)) return "another";
      return inode === String(statSync(path).ino) ? "same" : "copy";
    },
    renew() {
      const mark = randomBytes(16).toString("hex");
      const currentMarks = [mark, ...marks.slice(0, 1)];
      replaceOwnFile(path, (file) => {
        inode = String(fstatSync(file).ino);
        return `${[inode, ...currentMarks].join("\n")}\n`;
      });
      marks = currentMarks;
      return mark;
    },
  };
}

function readMarks(path: string): { inode: string; marks: readonly string[] } {
  const [inode = "", ...marks] = String(readIfThere(path) ?? "")
    .trimEnd()
    .split("\n");
  return { inode, marks };
}
