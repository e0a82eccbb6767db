import { mkdtempSync, rmSync } from "node:fs";
import { join } from "node:path";
import { DatabaseSync } from "node:sqlite";

/** How many durable commits per second the disk under `directory` allows: one row each, WAL, `synchronous=FULL`. */
export function commitsPerSecond(directory: string, seconds: number): number {
  const folder = mkdtempSync(join(directory, "commits-"));
  const database = new DatabaseSync(join(folder, "commits.db"));
  try {
    database.exec("pragma journal_mode=wal; pragma synchronous=full");
    database.exec("create table row (id integer primary key, what blob)");
    const insert = database.prepare("insert into row (what) values (?)");
    const what = Buffer.alloc(300, 7);
    const started = performance.now();
    let commits = 0;
    while (performance.now() - started < seconds * 1000) {
      insert.run(what);
      commits += 1;
    }
    return (commits * 1000) / (performance.now() - started);
  } finally {
    database.close();
    rmSync(folder, { recursive: true, force: true });
  }
}
