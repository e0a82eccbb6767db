/**
 * The two formats of the log. What the service prints besides it has the same one, so that a collector or a reader of
 * the journal finds nothing else.
 */
import { isatty } from "node:tty";
import type { LogFormat } from "../../config/behavior.ts";

const levels = { debug: 20, info: 30, warn: 40, error: 50, fatal: 60 } as const;
type Level = keyof typeof levels;

const standardErrorFd = 2;

/** `given` is the setting, which may not have been checked yet. */
export function logFormat(given: string | undefined): LogFormat {
  if (given === "json" || given === "text") return given;
  return isatty(standardErrorFd) ? "text" : "json";
}

interface Said {
  readonly level: Level;
  readonly msg: string;
  /** Further members of the JSON. */
  readonly fields?: Readonly<Record<string, unknown>>;
  /** The line or lines of the text format. */
  readonly text: string;
}

/** What the service prints besides its log, whatever the log's level is. */
export function saidIn(format: LogFormat, { level, msg, fields = {}, text }: Said): string {
  if (format === "text") return text;
  const time = new Date().toISOString();
  return jsonLine(`${JSON.stringify({ level: levels[level], time, ...fields, msg })}\n`);
}

/** The same JSON without characters that a terminal obeys: `docker logs` and `kubectl logs` show the line on one. */
export function jsonLine(json: string): string {
  return json.replace(/[\x7f-\x9f\p{Cf}\p{Zl}\p{Zp}]/gu, units);
}

/** A function from a line of JSON to a line for people. On a terminal it has colors, and the time without the day. */
export function textLines(): (json: string) => string {
  const isTerminal = isatty(standardErrorFd);
  // https://no-color.org
  const isColored = isTerminal && !process.env["NO_COLOR"] && process.env["TERM"] !== "dumb";
  return (json) => textLine(json, { isTerminal, isColored });
}

export function textLine(
  json: string,
  { isTerminal, isColored }: { readonly isTerminal: boolean; readonly isColored: boolean },
): string {
  const { level, time, msg, event, ...others } = JSON.parse(json) as Record<string, unknown>;
  // An event's line has its name as the message.
  const fields = event === undefined || event === msg ? others : { event, ...others };
  const name = Object.entries(levels).find(([, value]) => value === level)?.[0] ?? String(level);
  const painted = (text: string, color: number) =>
    isColored ? `\u001b[${color}m${text}\u001b[0m` : text;
  const parts = [
    painted(isTerminal ? `${String(time).slice(11, 19)}Z` : String(time), dim),
    painted(name.padEnd(5), colors[name as Level] ?? 0),
    escaped(String(msg)),
    ...Object.entries(fields).map(
      ([key, value]) => `${painted(`${escaped(key)}=`, dim)}${shown(value)}`,
    ),
  ];
  return `${parts.join(" ")}\n`;
}

const dim = 2;
const colors: Readonly<Record<Level, number>> = {
  debug: 2,
  info: 36,
  warn: 33,
  error: 31,
  fatal: 31,
};

/** What could be taken for the end of a value or for another field is in quotes. */
function shown(value: unknown): string {
  if (typeof value === "string" && /^[\w.:/@+,;?&%#~()[\]-]+$/.test(value)) return value;
  return escaped(JSON.stringify(value) ?? "");
}

/** Text of others must not end its line, control the terminal, or change how a line is shown. */
function escaped(text: string): string {
  return text.replace(/[\p{Cc}\p{Cf}\p{Zl}\p{Zp}]/gu, units);
}

function units(character: string): string {
  return Array.from({ length: character.length }, (_, at) => unit(character.charCodeAt(at))).join(
    "",
  );
}

function unit(code: number): string {
  return code === 10 ? "\\n" : `\\u${code.toString(16).padStart(4, "0")}`;
}
