import { commandName, namingCommand } from "../../config/command-name.ts";
import { logFormat, saidIn } from "../service/log-lines.ts";
import { terminalText } from "./outcome.ts";

/**
 * What `serve` says before it has a log, or once it has none, in the log's format. The settings may be what is wrong,
 * so they aren't read.
 */
export function sayOfService(
  level: "warn" | "fatal",
  message: string,
  text = `countersign: ${terminalText(message)}\n`,
): void {
  const format = logFormat(process.env["COUNTERSIGN_LOG_FORMAT"]);
  const msg = namingCommand(message, commandName());
  process.stderr.write(saidIn(format, { level, msg, text }));
}
