/** Appends events to a file, as lines of JSON that are on the disk before the ledger forgets them. */
import { type FileHandle, open } from "node:fs/promises";
import { eventLine } from "../../domain/written-event.ts";
import type { OpenReceiver } from "./receiver.ts";

/** The file is opened for each batch: one that was renamed stays as it is, and the next batch begins another. */
export function appendTo(path: string): OpenReceiver["deliver"] {
  return async function deliver(deliveries) {
    try {
      const file = await open(path, "a+", 0o600);
      try {
        const lines = deliveries.map(({ event }) => eventLine(event)).join("");
        // What a crash or a full disk cut off must not swallow the next line.
        await file.appendFile((await endsInLine(file)) ? lines : `\n${lines}`);
        await file.sync();
      } finally {
        await file.close();
      }
      return { delivered: deliveries, refused: [], problem: undefined };
    } catch (error) {
      const problem = error instanceof Error ? error.message : String(error);
      return { delivered: [], refused: [], problem };
    }
  };
}

async function endsInLine(file: FileHandle): Promise<boolean> {
  const { size } = await file.stat();
  if (size === 0) return true;
  const { buffer } = await file.read({ buffer: Buffer.alloc(1), position: size - 1 });
  return buffer[0] === 0x0a;
}
