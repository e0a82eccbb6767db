/**
 * The journal of a nonce store, synced every second. After a failed write or sync it is tried again, until the disk has
 * everything.
 */
import { StoreFailure } from "../../domain/errors.ts";
import type { Minutes } from "./expired-minutes.ts";
import type { NonceJournal } from "./nonce-journal.ts";

/** Messages for the administrator. */
export type Report = (level: "info" | "warn" | "error", message: string) => void;

export interface StoredJournal extends AsyncDisposable {
  /** Set after a failed sync: the journal may lack what it should have. */
  readonly inDoubt: StoreFailure | undefined;
  /** Why nonces cannot be stored now. Undefined if they can. */
  problem(): StoreFailure | undefined;
  /** Throws `StoreFailure` if the nonces could not be written. */
  append(minute: number, nonces: Uint8Array): void;
  /** Deletes the files of forgotten minutes, if there are any, when the list of these minutes is on disk. */
  removeForgotten(): Promise<void>;
  /** Writes the list in any case, then deletes these files. */
  writeForgotten(): Promise<void>;
}

/** The contents of a complete journal. */
interface WholeJournal {
  readonly noncesOf: (minute: number) => Uint32Array | undefined;
  readonly forgotten: () => Minutes;
}

const syncEveryMs = 1000;

/** Disposing syncs again, and closes the journal. */
export function keepJournal(
  journal: NonceJournal,
  { noncesOf, forgotten }: WholeJournal,
  report: Report,
): StoredJournal {
  /** The last write failed; the next one may not. */
  let unwritable: StoreFailure | undefined;
  let inDoubt: StoreFailure | undefined;
  let work: Promise<unknown> = Promise.resolve();
  let keeping = false;
  const syncing = setInterval(keepOnce, syncEveryMs).unref();

  return {
    get inDoubt() {
      return inDoubt;
    },
    problem: () => inDoubt ?? unwritable,
    append,
    removeForgotten: () => inTurn(() => journal.forget(forgotten())),
    writeForgotten: () =>
      inTurn(async () => {
        await journal.writeList(forgotten());
        await journal.forget(forgotten());
      }),
    async [Symbol.asyncDispose]() {
      clearInterval(syncing);
      await inTurn(keep);
      journal[Symbol.dispose]();
    },
  };

  function append(minute: number, nonces: Uint8Array): void {
    try {
      journal.append(minute, nonces);
    } catch (error) {
      if (unwritable === undefined) {
        report("error", `the nonce journal cannot be written: ${String(error)}`);
      }
      unwritable = failure(error);
      throw unwritable;
    }
    if (unwritable !== undefined) writableAgain();
  }

  /** Keeps syncs from queueing up on a slow disk. */
  async function keepOnce(): Promise<void> {
    if (keeping) return;
    keeping = true;
    await inTurn(keep);
    keeping = false;
  }

  async function keep(): Promise<void> {
    if (unwritable !== undefined) await tryToWrite();
    if (inDoubt === undefined) await trySync();
    if (inDoubt !== undefined) await tryRewrite();
  }

  async function tryToWrite(): Promise<void> {
    try {
      await journal.writeList(forgotten());
      writableAgain();
    } catch (error) {
      unwritable = failure(error);
    }
  }

  function writableAgain(): void {
    unwritable = undefined;
    report("info", "the nonce journal can be written again");
  }

  async function trySync(): Promise<void> {
    try {
      await journal.sync();
    } catch (error) {
      inDoubt = failure(error);
      report(
        "error",
        `the nonce journal could not be synced to the disk, and signed requests are rejected until it is: ${String(error)}`,
      );
    }
  }

  async function tryRewrite(): Promise<void> {
    try {
      await journal.rewrite(noncesOf);
      inDoubt = undefined;
      report("info", "the nonce journal was rewritten and synced to the disk");
    } catch (error) {
      inDoubt = failure(error);
    }
  }

  /** Steps run one at a time, because a file must not be closed while it is synced. */
  function inTurn<T>(run: () => Promise<T>): Promise<T> {
    const ran = work.then(run);
    work = ran.catch(() => {});
    return ran;
  }
}

function failure(error: unknown): StoreFailure {
  return new StoreFailure(`the nonce journal: ${String(error)}`, { cause: error });
}
