import { isCurl, parseCurl } from "./curl.ts";
import { isJson, parseHar } from "./har.ts";
import {
  maxPaste,
  type Pasted,
  pastedRequest,
  unreadable,
  withoutLineEnds,
} from "./pasted-request.ts";

/**
 * Reads a curl command, a HAR entry or an HTTP request, whichever the text looks like, in linear time. Never throws.
 */
export function parsePaste(text: string): Pasted {
  if (text.trim() === "") return unreadable("empty");
  if (text.length > maxPaste) return unreadable("too-long");
  if (isCurl(text)) return parseCurl(text);
  return isJson(text) ? parseHar(text) : parseHttp(text);
}

/** Reads a request of RFC 9112 with any line ends, the output of `curl -v`, or headers before the request line. */
function parseHttp(text: string): Pasted {
  const lines = sentLines(text);
  const first = lines.findIndex((line) => requestLine.test(line));
  if (first === -1) return unreadable("not-understood");
  const [, method = "", url = ""] = requestLine.exec(lines[first] ?? "") ?? [];
  const blank = lines.findIndex((line, at) => at > first && line === "");
  const headerLines = [
    ...lines.slice(0, first),
    ...lines.slice(first + 1, blank === -1 ? undefined : blank),
  ];
  const headers = unfolded(headerLines).flatMap(headerOf);
  const body = blank === -1 ? "" : lines.slice(blank + 1).join("\n");
  return pastedRequest({ method, url, headers, body: trimmed(body, headers) });
}

const requestLine = /^([A-Za-z]{3,10}) +(\S+?)(?: +HTTP\/[0-9.]+)?$/;

/** In the output of `curl -v`, only lines marked with `>` were sent. */
function sentLines(text: string): string[] {
  const lines = text.replace(/^\s+/, "").split(/\r?\n/);
  if (!lines.some((line) => /^> [A-Za-z]{3,10} \S/.test(line)))
    return lines.map((line) => line.trimEnd());
  return lines
    .filter((line) => line.startsWith(">"))
    .map((line) => line.replace(/^> ?/, "").trimEnd());
}

/** A line that begins with white space continues the line before it (RFC 9112 §5.2). */
function unfolded(lines: readonly string[]): string[] {
  const whole: string[] = [];
  for (const line of lines) {
    const before = whole.at(-1);
    if (before !== undefined && /^[ \t]/.test(line))
      whole[whole.length - 1] = `${before} ${line.trim()}`;
    else whole.push(line);
  }
  return whole;
}

/** `Name: value`, or the value of an Authorization header alone. */
function headerOf(line: string): [string, string][] {
  if (/^(?:OAuth|Bearer|Basic) /i.test(line)) return [["Authorization", line]];
  const colon = line.indexOf(":", line.startsWith(":") ? 1 : 0);
  return colon < 1 ? [] : [[line.slice(0, colon).trim(), line.slice(colon + 1).trim()]];
}

/** Pasting adds a line end, which is removed unless Content-Length shows that it was sent. */
function trimmed(body: string, headers: readonly (readonly [string, string])[]): string {
  const length = headers.find(([name]) => name.toLowerCase() === "content-length")?.[1];
  if (length !== undefined && Buffer.byteLength(body) === Number(length)) return body;
  return withoutLineEnds(body);
}
