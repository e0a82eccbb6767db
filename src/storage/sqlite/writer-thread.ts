/** The thread that commits, so that waiting for the disk stalls no request. */
import {
  type MessagePort,
  parentPort,
  receiveMessageOnPort,
  workerData,
} from "node:worker_threads";
import { KeyRing } from "../../tools/keys/key-ring.ts";
import { type KeysFrom, keySource } from "../../tools/keys/key-sources.ts";
import type { Write } from "../sql/write.ts";
import { checkpointProblem, openDatabase } from "./database.ts";
import { groupCommitOn, maxWritesInOneCommit } from "./group-commit.ts";
import { packedOutcome, type ThreadMessage, unpacked } from "./thread-messages.ts";

/**
 * SQLite checkpoints by itself but reports no failure, so an extra one is made to notice it, at most this
 * often.
 */
const checkpointEveryMs = 15_000;

const { path, keys } = workerData as { path: string; keys: KeysFrom };
const group = groupCommitOn(openDatabase(path), new KeyRing(keySource(keys)), () =>
  openDatabase(path),
);
if (parentPort !== null) serve(parentPort);

function serve(port: MessagePort): void {
  const waiting: Write[] = [];
  let working = false;
  let closing = false;
  let checkpoint: NodeJS.Timeout | undefined;
  let nextCheckpoint = 0;
  const send = (message: ThreadMessage) => port.postMessage(message);

  // Nothing in here may throw: an error would end the thread and leave all pending outcomes unknown.
  port.on("message", async (message: unknown) => {
    take(message);
    if (working) return;
    working = true;
    while (waiting.length > 0) {
      drain();
      const outcomes = await group.commit(waiting.splice(0, maxWritesInOneCommit));
      send({ outcomes: outcomes.map(packedOutcome), commitProblem: group.problem() });
      checkpoint ??= setTimeout(look, Math.max(0, nextCheckpoint - performance.now()));
    }
    working = false;
    if (closing) {
      clearTimeout(checkpoint);
      group[Symbol.dispose]();
      port.close();
    }
  });
  send({ isOpen: true });

  function take(message: unknown): void {
    if (message === "close") closing = true;
    else for (const write of message as readonly unknown[]) waiting.push(unpacked(write) as Write);
  }

  /** Commits what has arrived so far; the rest waits for the next batch. */
  function drain(): void {
    while (waiting.length < maxWritesInOneCommit) {
      const arrived = receiveMessageOnPort(port);
      if (arrived === undefined) return;
      take(arrived.message);
    }
  }

  function look(): void {
    checkpoint = undefined;
    if (working) {
      checkpoint = setTimeout(look, 100);
      return;
    }
    nextCheckpoint = performance.now() + checkpointEveryMs;
    send({ checkpointProblem: checkpointProblem(group.database) });
  }
}
