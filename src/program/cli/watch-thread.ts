/** The thread of `watchFile`. Its own streams would wait for the main thread, so it writes to the descriptor. */
import { statSync, writeSync } from "node:fs";
import { workerData } from "node:worker_threads";
import { megabytes, openProgress } from "./progress.ts";
import type { Watched } from "./watch-file.ts";

const { file, bytes, columns } = workerData as Watched & { readonly columns: number };
const progress = openProgress({}, { isTTY: true, columns, write: (text) => writeSync(2, text) });

setInterval(() => {
  const done = statSync(file, { throwIfNoEntry: false })?.size;
  if (done !== undefined)
    progress.show({ done: megabytes(done), of: megabytes(bytes), unit: "MB" });
}, 200);
