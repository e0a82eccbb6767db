/** Progress of work that keeps this thread busy: another one looks at the size of the file that grows. */
import { Worker } from "node:worker_threads";
import { clearLine } from "./progress.ts";

export interface Watched {
  readonly file: string;
  /** How large the file becomes. */
  readonly bytes: number;
}

export function watchFile(
  watched: Watched,
  { json }: { readonly json?: boolean | undefined },
): AsyncDisposable {
  if (!process.stderr.isTTY || json) return { async [Symbol.asyncDispose]() {} };
  // The installed package is JavaScript.
  const thisFile = import.meta.url;
  const threadFile = thisFile.endsWith(".js") ? "./watch-thread.js" : "./watch-thread.ts";
  const thread = new Worker(new URL(threadFile, thisFile), {
    workerData: { ...watched, columns: process.stderr.columns },
  });
  // The work continues without its bar.
  thread.on("error", () => {});
  return {
    async [Symbol.asyncDispose]() {
      await thread.terminate();
      process.stderr.write(clearLine);
    },
  };
}
