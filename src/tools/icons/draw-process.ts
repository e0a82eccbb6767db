/**
 * This process draws one icon from standard input to standard output, and writes nothing if the
 * image cannot be read. It ends itself above the memory or time that an icon needs, which bounds on
 * bytes and edges do not limit: a WebP of 288 KB and 1,024 by 1,024 pixels takes 430 MB.
 */
import { writeFileSync } from "node:fs";
import { buffer } from "node:stream/consumers";
import { drawIcon, drawMailLogo, drawTouchIcon, isDrawn } from "./draw-icon.ts";

/** Node and the decoders take 70 MB of resident memory, the largest accepted images 60 MB more. */
const maxMemory = 160 * 1024 * 1024;
const maxCpuTime = 5_000_000;
/** The timer (milliseconds) is not late, because the decoder runs in another thread. */
const watchEvery = 5;

offerToKernel();
setInterval(watch, watchEvery).unref();
const image = await buffer(process.stdin);
const icon = await drawn(image, process.argv).catch(() => Buffer.alloc(0));
process.stdout.end(icon);

async function drawn(image: Uint8Array, argv: readonly string[]): Promise<Uint8Array> {
  if (argv.includes("touch")) return drawTouchIcon(image);
  if (argv.includes("mail-logo")) return drawMailLogo(image);
  return argv.includes("keep") && (await isDrawn(image)) ? image : drawIcon(image);
}

/** Out of memory, the kernel should end this process before the server. */
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
