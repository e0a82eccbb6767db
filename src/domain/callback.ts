/**
 * Callback URLs: what may be registered, and when a callback in a request matches.
 *
 * Matching compares the text as sent, not as a URL parser would normalize it: parsers disagree on
 * backslashes, missing slashes, dots and encodings, and the browser has one more parser. Ambiguous spellings
 * are rejected.
 */
import { isDangerousScheme, isForeignScheme } from "./callback-schemes.ts";

export const maxCallbacks = 10;

export const maxCallback = 1000;

/** `about` is the scheme or host that the explanation names, if any. */
export interface CallbackProblem {
  readonly problem: CallbackProblemName;
  readonly about: string;
}

/** Returns the first problem of a callback URL that is to be registered, if any. */
export function callbackProblem(text: string): CallbackProblem | undefined {
  if (text === "oob") return wrong("oob");
  const parts = splitCallback(text);
  if ("problem" in parts) return parts;
  if (parts.rest.includes("?")) return wrong("query");
  if (parts.scheme === "https") return undefined;
  if (parts.scheme === "http") return isLoopback(parts.host) ? undefined : wrong("plain-http");
  if (isForeignScheme(parts.scheme)) return wrong("forbidden-scheme", parts.scheme);
  if (parts.host !== "" || parts.rest !== "") return wrong("scheme-only", parts.scheme);
  return undefined;
}

/** Returns the problem as a sentence with its solution, for the command line. */
export function problemWithCallback(text: string): string | undefined {
  const found = callbackProblem(text);
  return found && sentences[found.problem](found.about);
}

const sentences = {
  oob: () => "oob is not registered: an application without callback URLs uses PINs.",
  empty: () => "The callback URL is empty.",
  "too-long": () => `The callback URL is longer than ${maxCallback} characters.`,
  "not-ascii": () =>
    "The callback URL contains a space, a control character, or a non-ASCII letter; percent-encode these, and write the host in its xn-- form.",
  unencoded: () => "The callback URL contains a character that must be percent-encoded.",
  fragment: () => "The callback URL has a fragment (#); leave it out.",
  query: () => "Register the callback URL without a query.",
  "no-scheme": () =>
    "The callback URL needs a scheme, such as https://app.example/callback or com.example.app://.",
  "forbidden-scheme": (scheme) =>
    `The scheme ${scheme} is never allowed; use a reversed domain name, such as com.example.app.`,
  "scheme-only": (scheme) => `Register an app's own scheme as ${scheme}:// with nothing after it.`,
  "plain-http": () => "http is for loopback hosts only (localhost, 127.0.0.1, [::1]); use https.",
  host: () =>
    "The callback URL's host must be a plain name or address, with no user name and no trailing dot.",
  "invalid-host": () => "The callback URL's host is not valid.",
  "other-host": (host) => `Write the callback URL's host as ${host}.`,
  "dot-segments": () => "The callback URL's path contains . or .. segments; remove them.",
  "user-name": () => "A callback URL can't contain a user name.",
} as const satisfies Readonly<Record<string, (about: string) => string>>;

export type CallbackProblemName = keyof typeof sentences;

function wrong(problem: CallbackProblemName, about = ""): CallbackProblem {
  return { problem, about };
}

export function callbackMatches(sent: string, registered: readonly string[]): boolean {
  const parts = splitCallback(sent);
  if ("problem" in parts) return false;
  return registered.some((one) => {
    if (one === sent) return true;
    const allowed = splitCallback(one);
    return !("problem" in allowed) && matches(parts, allowed);
  });
}

/** Users see this: a host with its port, or an app's scheme. */
export function callbackDestination(
  callback: string,
): { kind: "web"; host: string } | { kind: "app"; scheme: string } | { kind: "pin" } {
  if (callback === "oob") return { kind: "pin" };
  const parts = splitCallback(callback);
  if ("problem" in parts) throw new Error("a stored callback isn't a callback URL");
  return isWeb(parts.scheme)
    ? { kind: "web", host: parts.authority }
    : { kind: "app", scheme: parts.scheme };
}

/** Adds parameters to the query (RFC 5849 §2.2). The existing query is kept byte for byte. */
export function callbackWith(
  callback: string,
  parameters: Readonly<Record<string, string>>,
): string {
  const added = new URLSearchParams(parameters).toString();
  if (!callback.includes("?")) return `${callback}?${added}`;
  return callback.endsWith("?") || callback.endsWith("&")
    ? callback + added
    : `${callback}&${added}`;
}

/** What a change of callbacks is judged by: a host without its port, or an app's scheme. */
export function callbackHost(callback: string): string {
  const parts = splitCallback(callback);
  if ("problem" in parts) return callback;
  return isWeb(parts.scheme) ? parts.host : `${parts.scheme}:`;
}

interface CallbackParts {
  readonly scheme: string;
  /** Host and port as written, with the host in lower case. */
  readonly authority: string;
  readonly host: string;
  readonly port: string;
  /** Path and query as written; an empty path of a web URL is `/`. */
  readonly rest: string;
}

function splitCallback(text: string): CallbackParts | CallbackProblem {
  if (text === "") return wrong("empty");
  if (text.length > maxCallback) return wrong("too-long");
  if (!/^[\x21-\x7e]+$/.test(text)) return wrong("not-ascii");
  if (/["'<>\\^`{|}]/.test(text)) return wrong("unencoded");
  if (text.includes("#")) return wrong("fragment");
  const [opening = "", written = "", slashes] = /^([a-z][a-z0-9+.-]*):(\/{1,2})/i.exec(text) ?? [];
  const scheme = written.toLowerCase();
  // RFC 8252 §7.1 writes an app's own callbacks with one slash: com.example.app:/callback.
  if (scheme === "" || (isWeb(scheme) && slashes !== "//")) return wrong("no-scheme");
  if (isDangerousScheme(scheme)) return wrong("forbidden-scheme", scheme);
  const after = text.slice(opening.length);
  return isWeb(scheme) ? splitWeb(scheme, after) : splitApp(scheme, after);
}

function splitWeb(scheme: string, after: string): CallbackParts | CallbackProblem {
  const end = after.search(/[/?]/);
  const authority = (end === -1 ? after : after.slice(0, end)).toLowerCase();
  const tail = end === -1 ? "" : after.slice(end);
  const found = /^(\[[0-9a-f:.]+\]|[a-z0-9_-]+(?:\.[a-z0-9_-]+)*)(?::([0-9]{1,5}))?$/.exec(
    authority,
  );
  const [, host, port = ""] = found ?? [];
  if (host === undefined) return wrong("host");
  const parsed = URL.parse(`${scheme}://${authority}/`);
  if (parsed === null) return wrong("invalid-host");
  // A parser rewrites hosts like 0x7f.1, 127.1 and 0177.0.0.1, so they are not what they look like.
  if (parsed.hostname !== host) return wrong("other-host", parsed.hostname);
  const path = tail.split("?", 1)[0] ?? "";
  if (hasDotSegment(path)) return wrong("dot-segments");
  return { scheme, authority, host, port, rest: tail.startsWith("/") ? tail : `/${tail}` };
}

function splitApp(scheme: string, after: string): CallbackParts | CallbackProblem {
  const end = after.search(/[/?]/);
  const authority = end === -1 ? after : after.slice(0, end);
  if (authority.includes("@")) return wrong("user-name");
  return { scheme, authority, host: authority, port: "", rest: end === -1 ? "" : after.slice(end) };
}

function matches(sent: CallbackParts, allowed: CallbackParts): boolean {
  if (sent.scheme !== allowed.scheme) return false;
  if (!isWeb(sent.scheme)) return true;
  if (sent.host !== allowed.host || pathOf(sent) !== pathOf(allowed)) return false;
  if (portOf(sent) === portOf(allowed)) return true;
  // RFC 8252 §7.3: an app listens on the port that the system assigned.
  return sent.scheme === "http" && (sent.host === "127.0.0.1" || sent.host === "[::1]");
}

function pathOf(parts: CallbackParts): string {
  return parts.rest.split("?", 1)[0] ?? "";
}

function portOf(parts: CallbackParts): string {
  return parts.port === "" ? (parts.scheme === "https" ? "443" : "80") : String(Number(parts.port));
}

function hasDotSegment(path: string): boolean {
  return path.split("/").some((segment) => /^(\.|%2e){1,2}$/i.test(segment));
}

function isWeb(scheme: string): boolean {
  return scheme === "http" || scheme === "https";
}

function isLoopback(host: string): boolean {
  return host === "localhost" || host === "127.0.0.1" || host === "[::1]";
}
