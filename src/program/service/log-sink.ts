/**
 * No write waits or fails for its caller: lines wait in a bounded buffer; those that do not fit are dropped and
 * counted.
 */
import { write, writeSync } from "node:fs";
import { logBuffer } from "./log-buffer.ts";
import type { Descriptor } from "./standard-error.ts";

export interface LogSink extends AsyncDisposable {
  write(line: string): void;
  problem(): string | undefined;
  dropped(): number;
}

const retryFullPipeMs = 50;
const retryErrorMs = 1000;
const lastWaitMs = 500;

/** `open` is called for the first line. `recovered` gets the number of dropped lines once writing works again. */
export function openLogSink(
  open: () => Descriptor,
  recovered: (dropped: number, reason: string) => void,
): LogSink {
  const lines = logBuffer();
  let target: Descriptor | undefined;
  let inFlight = false;
  let retry: NodeJS.Timeout | undefined;
  let failure: string | undefined;
  let lastFailure = "";
  let dropped = 0;
  let reported = 0;
  let closed = false;
  let drained: (() => void) | undefined;

  return {
    write(line) {
      if (closed || !lines.add(line)) dropped += 1;
      else if (!inFlight && retry === undefined) next();
    },
    problem() {
      if (failure === undefined && dropped === reported) return undefined;
      return `the log cannot be written (${failure ?? lastFailure}); ${dropped} lines are lost`;
    },
    dropped: () => dropped,
    async [Symbol.asyncDispose]() {
      if (inFlight || retry !== undefined) await lastWrites();
      closed = true;
      clearTimeout(retry);
      process.off("exit", writeAtExit);
      if (!inFlight) target?.close();
    },
  };

  function next(): void {
    const bytes = lines.next();
    if (bytes.length === 0) {
      idle();
      return;
    }
    if (target === undefined) {
      target = open();
      process.on("exit", writeAtExit);
    }
    inFlight = true;
    write(target.fd, bytes, (error, written) => {
      inFlight = false;
      if (closed) target?.close();
      else if (error) failed(error.code ?? error.message);
      else {
        failure = undefined;
        lines.wrote(written);
        next();
      }
    });
  }

  function idle(): void {
    if (dropped > reported) {
      const lost = dropped - reported;
      reported = dropped;
      recovered(lost, lastFailure);
    }
    if (!inFlight) drained?.();
  }

  function failed(code: string): void {
    // A full pipe is usually read later; it only becomes a problem once the buffer is full too.
    const isFullPipe = code === "EAGAIN";
    lastFailure = isFullPipe ? "no one reads it" : code;
    failure = isFullPipe ? undefined : code;
    retry = setTimeout(
      () => {
        retry = undefined;
        next();
      },
      isFullPipe ? retryFullPipeMs : retryErrorMs,
    ).unref();
    if (!isFullPipe) drained?.();
  }

  /** Waits until everything is written, an error shows that it will not be, or the time is up. */
  function lastWrites(): Promise<void> {
    if (failure !== undefined) return Promise.resolve();
    return new Promise((resolve) => {
      const over = setTimeout(resolve, lastWaitMs);
      drained = () => {
        clearTimeout(over);
        resolve();
      };
    });
  }

  /** Runs if the process ends without closing the log. A write in progress belongs to the operating system. */
  function writeAtExit(): void {
    if (target === undefined) return;
    const rest = lines.rest();
    writeNow(target, inFlight ? rest : Buffer.concat([lines.partlyWritten(), rest]));
  }
}

function writeNow({ fd }: Descriptor, bytes: Buffer): void {
  let left = bytes;
  try {
    while (left.length > 0) left = left.subarray(writeSync(fd, left));
  } catch {
    // The pipe is full or no one reads it.
  }
}
