/**
 * Allows one key rotation at a time. Two would read the same key file and each write it back with one key more,
 * so that the second removes a key with which the first is encrypting.
 */
import { existsSync } from "node:fs";
import { join } from "node:path";
import { realFile } from "./one-server.ts";
import { holdLock } from "./process-lock.ts";

/** Locks the key ring of the data directory and the database. Throws an Error that names the holder. */
export function holdRotation(path: string, dataDir: string): Disposable {
  if (!existsSync(dataDir)) {
    throw new Error(
      `there is no directory ${dataDir}; use the one of the server that uses the database`,
    );
  }
  const rejected = (holder: string) =>
    `the keys are already being rotated, by ${holder}; wait until that is finished`;
  using held = new DisposableStack();
  // The target of the link, because two data directories may share a ring by a link, and a rotation writes to
  // the target.
  held.use(holdLock(realFile(join(dataDir, "keys")), { note: "", rejected }));
  held.use(holdLock(`${realFile(path)}.rotate`, { note: "", rejected }));
  return held.move();
}
