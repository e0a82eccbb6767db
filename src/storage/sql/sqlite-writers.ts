/** Who performs the writes: this thread for a ledger in memory, a thread of its own for one on disk. */
import type { DatabaseSync } from "node:sqlite";
import { Worker } from "node:worker_threads";
import { StoreFailure } from "../../domain/refusals.ts";
import type { KeyRing } from "../../keys/key-ring.ts";
import type { KeysFrom } from "../../keys/key-sources.ts";
import { packed, unpackedOutcome } from "./thread-messages.ts";
import { mostWritesInOneCommit, type Outcome, type Write } from "./write.ts";

export interface Writer {
  perform(write: Write): Promise<Outcome>;
  close(): Promise<void>;
}

export async function writerOnThisThread(database: DatabaseSync, keys: KeyRing): Promise<Writer> {
  const { groupCommitOn } = await import("./group-commit.ts");
  const commit = groupCommitOn(database, keys);
  let last: Promise<unknown> = Promise.resolve();
  return {
    async perform(write) {
      const done = last.then(() => commit([write]));
      last = done;
      const [outcome] = await done;
      return outcome ?? { ok: false, error: new StoreFailure("the ledger gave no answer") };
    },
    async close() {
      await last;
    },
  };
}

/** Refuses beyond this many waiting writes: a disk that slow would only make everybody wait longer. */
const mostWaitingWrites = 16 * mostWritesInOneCommit;

/** A thread costs some twenty megabytes, so one that has had nothing to write for this long ends. */
const idleThreadMs = 60_000;

/** The first write starts the thread; after an idle time, or if it died, the next one starts another. */
export function writerOnItsOwnThread(path: string, keys: KeysFrom): Writer {
  let thread: WriterThread | undefined;
  let idle: NodeJS.Timeout | undefined;
  let closing = false;

  return {
    perform(write) {
      if (closing) throw new StoreFailure("the ledger is closed");
      if (thread === undefined || thread.ending) thread = startWriterThread(path, keys);
      if (thread.waiting.length >= mostWaitingWrites) {
        throw new StoreFailure("too many writes are waiting for the ledger");
      }
      idle ??= setTimeout(endIfIdle, idleThreadMs).unref();
      const { waiting, worker } = thread;
      return new Promise((resolve) => {
        waiting.push(resolve);
        worker.postMessage(packed(write));
      });
    },
    async close() {
      closing = true;
      clearTimeout(idle);
      thread?.end();
      await thread?.ended;
    },
  };

  function endIfIdle(): void {
    idle = undefined;
    if (thread?.waiting.length === 0) thread.end();
    else idle = setTimeout(endIfIdle, idleThreadMs).unref();
  }
}

interface WriterThread {
  readonly worker: Worker;
  readonly waiting: ((outcome: Outcome) => void)[];
  readonly ended: Promise<void>;
  /** Once true nothing more may be given to it. */
  ending: boolean;
  end(): void;
}

function startWriterThread(path: string, keys: KeysFrom): WriterThread {
  const waiting: WriterThread["waiting"] = [];
  const worker = new Worker(new URL("./sqlite-writer-thread.ts", import.meta.url), {
    workerData: { path, keys },
    name: "ledger writer",
    resourceLimits: { maxYoungGenerationSizeMb: 8 },
  });
  const thread: WriterThread = {
    worker,
    waiting,
    ended: new Promise((resolve) => worker.once("exit", () => resolve())),
    ending: false,
    end() {
      thread.ending = true;
      worker.postMessage("close");
    },
  };
  worker.on("message", (outcomes: unknown[]) => {
    for (const outcome of outcomes) waiting.shift()?.(unpackedOutcome(outcome));
  });
  const refuseAll = (error: unknown): void => {
    thread.ending = true;
    const failure = new StoreFailure("the ledger's writing thread ended", { cause: error });
    for (const answer of waiting.splice(0)) answer({ ok: false, error: failure });
  };
  worker.on("error", refuseAll);
  worker.on("exit", refuseAll);
  return thread;
}
