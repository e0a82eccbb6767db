/** Appends events to a file, as lines of JSON, which reach the disk before the database deletes their deliveries. */
import { type FileHandle, open } from "node:fs/promises";
import { failureOf } from "../../../domain/delivery.ts";
import { eventLine } from "../../../domain/written-event.ts";
import type { OpenReceiver } from "./receiver.ts";

/** The file is opened for each batch, so it can be rotated: after a rename, the next batch begins a new file. */
export function appendTo(path: string): OpenReceiver["deliver"] {
  return async function deliver(deliveries) {
    try {
      const file = await open(path, "a+", 0o600);
      try {
        const stats = await file.stat();
        // A pipe can't be synced, so what it took would count as not written, and be written again and again.
        if (!stats.isFile()) throw new Error(`${path} is not a regular file`);
        const lines = deliveries.map(({ event }) => eventLine(event)).join("");
        // A line that a crash or a full disk cut off is ended first.
        await file.appendFile((await endsInLine(file, stats.size)) ? lines : `\n${lines}`);
        await file.sync();
      } finally {
        await file.close();
      }
      return {
        ...{ delivered: deliveries, rejected: [] },
        ...{ problem: undefined, failure: undefined, isDown: false },
      };
    } catch (error) {
      const problem = error instanceof Error ? error.message : String(error);
      return { delivered: [], rejected: [], problem, failure: failureOf(error), isDown: true };
    }
  };
}

async function endsInLine(file: FileHandle, size: number): Promise<boolean> {
  if (size === 0) return true;
  const { buffer } = await file.read({ buffer: Buffer.alloc(1), position: size - 1 });
  return buffer[0] === 0x0a;
}
