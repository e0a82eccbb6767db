/** The thread that commits, so that waiting for the disk stalls no request. */
import {
  type MessagePort,
  parentPort,
  receiveMessageOnPort,
  workerData,
} from "node:worker_threads";
import { KeyRing } from "../../keys/key-ring.ts";
import { type KeysFrom, keySource } from "../../keys/key-sources.ts";
import { groupCommitOn } from "./group-commit.ts";
import { openDatabase } from "./sqlite-database.ts";
import { packedOutcome, unpacked } from "./thread-messages.ts";
import { mostWritesInOneCommit, type Write } from "./write.ts";

const { path, keys } = workerData as { path: string; keys: KeysFrom };
const database = openDatabase(path);
const commit = groupCommitOn(database, new KeyRing(keySource(keys)));
if (parentPort !== null) serve(parentPort);

function serve(port: MessagePort): void {
  const waiting: Write[] = [];
  let working = false;
  let closing = false;
  port.on("message", async (message: unknown) => {
    take(message);
    if (working) return;
    working = true;
    while (waiting.length > 0) {
      drain();
      const outcomes = await commit(waiting.splice(0, mostWritesInOneCommit));
      port.postMessage(outcomes.map(packedOutcome));
    }
    working = false;
    if (closing) {
      database.close();
      port.close();
    }
  });

  function take(message: unknown): void {
    if (message === "close") closing = true;
    else waiting.push(unpacked(message) as Write);
  }

  /** What has arrived by now goes into this batch; the rest waits for the next. */
  function drain(): void {
    while (waiting.length < mostWritesInOneCommit) {
      const arrived = receiveMessageOnPort(port);
      if (arrived === undefined) return;
      take(arrived.message);
    }
  }
}
