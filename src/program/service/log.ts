import pino, { type Logger } from "pino";
import type { LogLevel } from "../../config/behavior.ts";
import { openLogSink } from "./log-sink.ts";
import { standardError } from "./standard-error.ts";

export interface Log extends AsyncDisposable {
  readonly logger: Logger;
  problem(): string | undefined;
  dropped(): number;
}

/** Writing never throws or waits. Disposing waits half a second. `process` is this process's number among several. */
export function openLog(level: LogLevel, process?: number): Log {
  const sink = openLogSink(standardError, (dropped, reason) =>
    logger.warn({ dropped, reason }, "log lines were dropped because the log could not be written"),
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
    problem: sink.problem,
    dropped: sink.dropped,
    [Symbol.asyncDispose]: () => sink[Symbol.asyncDispose](),
  };
}
