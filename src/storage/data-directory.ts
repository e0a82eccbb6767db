/**
 * One server per data directory: two would keep two replay books and accept a nonce twice. The lock
 * is SQLite's own file lock, which the operating system lifts when its holder dies, however it dies.
 */
import { mkdirSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { DatabaseSync } from "node:sqlite";

/** Throws an Error that names the holder where another server has it. */
export function holdDataDirectory(directory: string): Disposable {
  mkdirSync(directory, { recursive: true, mode: 0o700 });
  const holder = join(directory, "serve.holder");
  const lock = new DatabaseSync(join(directory, "serve.lock"), { timeout: 0 });
  try {
    lock.exec("pragma locking_mode=exclusive; begin exclusive");
  } catch {
    lock.close();
    throw new Error(
      `another server uses the data directory ${directory}: ${readHolder(holder)}; stop it, or give this one another COUNTERSIGN_DATA_DIR`,
    );
  }
  writeFileSync(holder, `process ${process.pid}, started ${new Date().toISOString()}`);
  return { [Symbol.dispose]: () => lock.close() };
}

function readHolder(path: string): string {
  try {
    return readFileSync(path, "utf8");
  } catch {
    return "an unknown process";
  }
}
