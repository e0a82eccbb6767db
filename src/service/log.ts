/** The log consists of JSON lines on standard error. */
import pino, { type Logger } from "pino";
import type { LogLevel } from "../config/behaviour.ts";
import { openLogSink } from "./log-sink.ts";
import { standardError } from "./standard-error.ts";

export interface Log extends AsyncDisposable {
  readonly logger: Logger;
  /** Says why lines are being lost, if they are. */
  trouble(): string | undefined;
  /** Counted since the start. */
  dropped(): number;
}

/**
 * Writing never throws or waits. Disposing waits half a second for the rest. `process` is the number of this
 * process among several.
 */
export function openLog(level: LogLevel, process?: number): Log {
  const sink = openLogSink(standardError, (dropped, reason) =>
    logger.warn({ dropped, reason }, "lines of the log were lost while it could not be written"),
  );
  const logger = pino(
    {
      level,
      base: process === undefined ? null : { process },
      timestamp: pino.stdTimeFunctions.isoTime,
    },
    sink,
  );
  return {
    logger,
    trouble: sink.trouble,
    dropped: sink.dropped,
    [Symbol.asyncDispose]: () => sink[Symbol.asyncDispose](),
  };
}
