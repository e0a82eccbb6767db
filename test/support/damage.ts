/** A ledger file with pages that no one can read. */
import { closeSync, openSync, readFileSync, writeSync } from "node:fs";
import { DatabaseSync } from "node:sqlite";

/** Overwrites the root pages of a table and its indexes; returns the file's previous content. */
export function damage(file: string, table: string): Buffer {
  const whole = readFileSync(file);
  const database = new DatabaseSync(file, { readOnly: true });
  const roots = database.prepare("select rootpage from sqlite_master where tbl_name = ?");
  const pages = roots.all(table).map((row) => Number(row["rootpage"]));
  database.close();
  const handle = openSync(file, "r+");
  for (const page of pages.filter((one) => one > 0)) {
    writeSync(handle, Buffer.alloc(4096, 0xff), 0, 4096, (page - 1) * 4096);
  }
  closeSync(handle);
  return whole;
}
