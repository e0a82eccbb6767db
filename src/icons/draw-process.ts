/**
 * The process that draws one icon: the image comes from the standard input, the icon goes to the standard output, and
 * nothing goes there if the image cannot be read. The process ends itself when it takes more memory or time than an
 * icon needs, because bounds on bytes and edges bound neither: a WebP of 288 KB and 1,024 by 1,024 pixels takes 430 MB.
 */
import { writeFileSync } from "node:fs";
import { buffer } from "node:stream/consumers";
import { drawIcon, isDrawn } from "./draw-icon.ts";

/** In bytes of resident memory. Node and the decoders take 70 MB, and the largest accepted images 60 MB more. */
const maxMemory = 160 * 1024 * 1024;
/** In microseconds. */
const maxCpuTime = 5_000_000;
/** In milliseconds. The decoder runs in another thread, so the timer is not late. */
const watchEvery = 5;

offerToKernel();
setInterval(watch, watchEvery).unref();
const image = await buffer(process.stdin);
const keep = process.argv.includes("keep");
const icon = await (async () => (keep && (await isDrawn(image)) ? image : drawIcon(image)))().catch(
  // An image that fails to decode cannot be shown.
  () => Buffer.alloc(0),
);
process.stdout.end(icon);

/** If the machine or the container runs out of memory, the kernel ends this process before the server. */
function offerToKernel(): void {
  try {
    writeFileSync("/proc/self/oom_score_adj", "1000");
  } catch {
    // Only Linux has this file.
  }
}

function watch(): void {
  const { user, system } = process.cpuUsage();
  // An exit would wait for the decoder.
  if (process.memoryUsage.rss() > maxMemory || user + system > maxCpuTime) {
    process.kill(process.pid, "SIGKILL");
  }
}
