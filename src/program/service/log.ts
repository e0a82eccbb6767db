import pino, { type Logger } from "pino";
import { namingCommand } from "../../config/command-name.ts";
import type { Config } from "../../config/config.ts";
import { jsonLine, logFormat, textLines } from "./log-lines.ts";
import { openLogSink } from "./log-sink.ts";
import { standardError } from "./standard-error.ts";

export interface Log extends AsyncDisposable {
  readonly logger: Logger;
  problem(): string | undefined;
  dropped(): number;
}

/** Writing never throws or waits. Disposing waits half a second. `process` is this process's number among several. */
export function openLog(
  {
    logLevel: level,
    logFormat: given,
    command,
  }: Pick<Config, "logLevel" | "logFormat" | "command">,
  process?: number,
): Log {
  const sink = openLogSink(standardError, (dropped, reason) =>
    logger.warn({ dropped, reason }, "log lines were dropped because the log could not be written"),
  );
  const inFormat = logFormat(given) === "text" ? textLines() : jsonLine;
  const logger = pino(
    {
      level,
      base: process === undefined ? null : { process },
      timestamp: pino.stdTimeFunctions.isoTime,
    },
    { write: (json: string) => sink.write(inFormat(namingCommand(json, command))) },
  );
  return {
    logger,
    problem: sink.problem,
    dropped: sink.dropped,
    [Symbol.asyncDispose]: () => sink[Symbol.asyncDispose](),
  };
}
