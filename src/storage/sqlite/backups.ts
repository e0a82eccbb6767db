import { fork } from "node:child_process";
import { once } from "node:events";
import { constants, setPriority } from "node:os";
import type { KeyRing } from "../../tools/keys/key-ring.ts";
import type { BackedUp } from "../backup-files.ts";
import type { Backups } from "../backups.ts";
import { type OpenableSecrets, openableSecrets } from "../sql/openable-secrets.ts";
import { type BackupOptions, backUp } from "./backup.ts";
import { openDatabase, storeFailure } from "./database.ts";
import { kyselyOver } from "./kysely-over.ts";
import { isCurrentLedger } from "./migration.ts";
import { stage } from "./restore.ts";
import { restoredRejectsUntil } from "./served-journal.ts";

/** The database is the file `ledger`. */
export function sqliteBackups(ledger: string, dataDir: string): Backups {
  return {
    backUp: (file, sealedKeys) => backUp({ ledger, file }, sealedKeys),
    backUpBeside: (file, signal) => backUpBeside({ ledger, file }, signal),
    isCurrent: () => isCurrentLedger(ledger),
    stage: (file, now, acceptReplays) => stage(file, { ledger, dataDir }, now, acceptReplays),
    restoredRejectsUntil,
    openSecrets: (keys) => openSecrets(ledger, keys),
  };
}

async function openSecrets(ledger: string, keys: KeyRing): Promise<OpenableSecrets> {
  const database = openDatabase(ledger);
  try {
    return await openableSecrets(kyselyOver(database), keys);
  } catch (error) {
    throw storeFailure(error, ledger);
  } finally {
    database.close();
  }
}

/**
 * Like `backUp`, in a process of its own with the lowest priority, if the system allows. `signal` ends it; the
 * next backup removes what it leaves behind.
 */
export async function backUpBeside(options: BackupOptions, signal: AbortSignal): Promise<BackedUp> {
  // The installed package is JavaScript.
  const thisFile = import.meta.url;
  const processFile = thisFile.endsWith(".js") ? "./backup-process.js" : "./backup-process.ts";
  const child = fork(new URL(processFile, thisFile), {
    env: {},
    execArgv: ["--disable-warning=ExperimentalWarning"],
    killSignal: "SIGKILL",
    signal,
  });
  const ended = once(child, "exit").then(() => {
    throw new Error("the backup failed: its process ended");
  });
  const answered = once(child, "message") as Promise<
    [{ readonly done: BackedUp } | { readonly failed: string }]
  >;
  // A process that could not be started has neither priority nor channel. Its error is in both promises.
  if (child.pid !== undefined) {
    yieldToOthers(child.pid);
    child.send(options, () => {});
  }
  const [message] = await Promise.race([answered, ended]);
  if ("failed" in message) throw new Error(message.failed);
  return message.done;
}

/**
 * A sandbox may forbid this, as the systemd unit in `ops/` does. A backup with normal priority is better than
 * no backup.
 */
function yieldToOthers(pid: number): void {
  try {
    setPriority(pid, constants.priority.PRIORITY_LOW);
  } catch {
    // It runs with normal priority, or it has ended, which is noticed elsewhere.
  }
}
