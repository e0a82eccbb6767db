/**
 * Where writes run: on a thread of their own for a server's database on disk, on this thread for commands and for
 * a database in memory.
 */
import { Worker } from "node:worker_threads";
import { OutcomeUnknown, StoreFailure } from "../../domain/errors.ts";
import type { KeysFrom } from "../../tools/keys/key-sources.ts";
import type { Write, WriteName } from "../sql/write.ts";
import { type GroupCommit, maxWritesInOneCommit } from "./group-commit.ts";
import type { Problems } from "./problems.ts";
import {
  packed,
  packedOutcome,
  type ThreadMessage,
  unpacked,
  unpackedOutcome,
} from "./thread-messages.ts";
import type { Outcome } from "./write-batch.ts";

export interface Writer {
  /** Rejects with `OutcomeUnknown` if it is unknown whether the write was made. */
  perform<Name extends WriteName>(write: Write<Name>): Promise<Outcome<Name>>;
  close(): Promise<void>;
}

/**
 * `open` is called by the first write, so a command that only reads does not need it. Values are packed as for
 * a thread, so that every database rejects what could not cross to one.
 */
export function writerOnThisThread(open: () => GroupCommit): Writer {
  let group: GroupCommit | undefined;
  let closing = false;
  let last: Promise<unknown> = Promise.resolve();
  return {
    async perform(write) {
      if (closing) throw new StoreFailure("the database is closed");
      group ??= open();
      const { commit } = group;
      const sent = unpacked(structuredClone(packed(write))) as Write;
      const done = last.then(() => commit([sent]));
      last = done;
      const [outcome] = await done;
      if (outcome === undefined) throw new StoreFailure("the database returned no result");
      return unpackedOutcome(structuredClone(packedOutcome(outcome)));
    },
    async close() {
      closing = true;
      await last;
      group?.[Symbol.dispose]();
    },
  };
}

/** Further writes are rejected beyond this many. With a disk that slow, everyone would only wait longer. */
const maxWaitingWrites = 16 * maxWritesInOneCommit;

/** A disk can hang forever. A caller gets a response after this long. */
const maxWaitMs = 30_000;

/** A thread costs some twenty megabytes, so it ends after being idle for this long. */
const idleThreadMs = 60_000;

/**
 * How long to wait before starting a thread again that could not open the database, because starting one is
 * expensive.
 */
const startAgainMs = 1000;

/** The first write starts the thread. After it has ended, idle or by an error, the next write starts another. */
export function writerOnItsOwnThread(
  path: string,
  keys: KeysFrom,
  problems: Problems,
  grouped: (writes: number) => void,
): Writer {
  let thread: WriterThread | undefined;
  let idle: NodeJS.Timeout | undefined;
  let closing = false;
  let failedToOpenAt = Number.NEGATIVE_INFINITY;

  return {
    async perform(write) {
      if (closing) throw new StoreFailure("the database is closed");
      const { waiting, send } = livingThread();
      if (waiting.length >= maxWaitingWrites) {
        throw new StoreFailure("too many writes are waiting for the database");
      }
      idle ??= setTimeout(endIfIdle, idleThreadMs).unref();
      // Sent before anything waits for it: a write that cannot be sent must not get another one's outcome.
      send(packed(write));
      return new Promise((resolve) => {
        const late = setTimeout(() => {
          problems.note("thread", "the database's disk doesn't respond");
          resolve({ ok: false, error: new OutcomeUnknown("the database's disk doesn't respond") });
        }, maxWaitMs).unref();
        waiting.push({
          settle(message) {
            clearTimeout(late);
            resolve(unpackedOutcome(message));
          },
          reject(error) {
            clearTimeout(late);
            resolve({ ok: false, error });
          },
        });
      });
    },
    async close() {
      closing = true;
      clearTimeout(idle);
      thread?.end();
      await thread?.ended;
    },
  };

  function livingThread(): WriterThread {
    if (thread !== undefined && !thread.ending) return thread;
    if (performance.now() - failedToOpenAt < startAgainMs) {
      throw new StoreFailure("the database's writing thread could not open it");
    }
    const failedToOpen = () => {
      failedToOpenAt = performance.now();
    };
    try {
      thread = startWriterThread(path, keys, problems, grouped, failedToOpen);
      return thread;
    } catch (cause) {
      // The system allows no more threads.
      failedToOpen();
      const text = `the database's writing thread cannot be started: ${String(cause)}`;
      problems.note("thread", text);
      throw new StoreFailure(text, { cause });
    }
  }

  function endIfIdle(): void {
    idle = undefined;
    if (thread?.waiting.length === 0) thread.end();
    else idle = setTimeout(endIfIdle, idleThreadMs).unref();
  }
}

interface Waiting {
  settle(outcome: unknown): void;
  reject(error: StoreFailure): void;
}

interface WriterThread {
  /** Writes of one turn of the event loop are sent together, because a message costs more than its content. */
  send(write: unknown): void;
  /** Writes are in the order in which they were sent, which is also the order of the outcomes. */
  readonly waiting: Waiting[];
  readonly ended: Promise<void>;
  /** Once true, it accepts no more writes. */
  ending: boolean;
  end(): void;
}

function startWriterThread(
  path: string,
  keys: KeysFrom,
  problems: Problems,
  grouped: (writes: number) => void,
  failedToOpen: () => void,
): WriterThread {
  const waiting: WriterThread["waiting"] = [];
  const unsent: unknown[] = [];
  let isOpen = false;
  // The installed package is JavaScript.
  const thisFile = import.meta.url;
  const threadFile = thisFile.endsWith(".js") ? "./writer-thread.js" : "./writer-thread.ts";
  const worker = new Worker(new URL(threadFile, thisFile), {
    workerData: { path, keys },
    name: "database writer",
    resourceLimits: { maxYoungGenerationSizeMb: 8 },
  });
  const thread: WriterThread = {
    send(write) {
      if (unsent.push(write) === 1) setImmediate(post);
    },
    waiting,
    ended: new Promise((resolve) => worker.once("exit", () => resolve())),
    ending: false,
    end() {
      thread.ending = true;
      post();
      worker.postMessage("close");
    },
  };
  worker.on("message", (message: ThreadMessage) => {
    if ("outcomes" in message) {
      grouped(message.outcomes.length);
      for (const outcome of message.outcomes) waiting.shift()?.settle(outcome);
      problems.note("commit", message.commitProblem);
      problems.note("thread", undefined);
    } else if ("checkpointProblem" in message) {
      problems.note("checkpoint", message.checkpointProblem);
    } else isOpen = true;
  });
  worker.on("error", died);
  // The thread still runs, but its message is lost, so another one replaces it.
  worker.on("messageerror", (error) => {
    died(error);
    thread.end();
  });
  worker.on("exit", died);
  return thread;

  /** Unsent writes belong to the last of those that wait. */
  function post(): void {
    const writes = unsent.splice(0);
    if (writes.length === 0) return;
    try {
      worker.postMessage(writes);
    } catch (cause) {
      const failure = new StoreFailure("the writes could not be sent to the writing thread", {
        cause,
      });
      for (const one of waiting.splice(-writes.length)) one.reject(failure);
    }
  }

  /** Its pending writes may or may not be committed, unless it never opened the database. */
  function died(error: unknown): void {
    if (!thread.ending || waiting.length > 0) {
      problems.note("thread", `the database's writing thread ended: ${String(error)}`);
      if (!isOpen) failedToOpen();
    }
    thread.ending = true;
    unsent.length = 0;
    const text = `the database's writing thread ended: ${String(error)}`;
    const failure = isOpen
      ? new OutcomeUnknown(text, { cause: error })
      : new StoreFailure(text, { cause: error });
    for (const one of waiting.splice(0)) one.reject(failure);
  }
}
