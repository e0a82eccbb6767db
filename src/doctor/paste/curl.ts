import { percentEncode } from "#oauth1";
import { type Pasted, pastedRequest, unreadable } from "./pasted-request.ts";
import { shellWords } from "./shell-words.ts";

export function isCurl(text: string): boolean {
  return /^\s*(?:[$>#%]\s+)?curl(?:\.exe)?\s/i.test(text);
}

/** The command may be written by hand, or copied from documentation or a browser's developer tools. */
export function parseCurl(text: string): Pasted {
  const split = shellWords(text.replace(/^\s*(?:[$>#%]\s+)?/, ""));
  if (split === undefined) return unreadable("unclosed-quote");
  const given = readOptions(split.words.slice(1));
  if (given.fromFile) return unreadable("body-in-file");
  const [url] = given.urls;
  if (url === undefined) return unreadable("no-address");
  const data = given.data.join("&");
  const inQuery = given.get && data !== "";
  const hasBody = !given.get && given.data.length > 0;
  const method = given.method ?? usualMethod(given, hasBody);
  return pastedRequest({
    method,
    url: withScheme(inQuery ? `${url}${url.includes("?") ? "&" : "?"}${data}` : url),
    headers: [...given.headers, ...impliedHeaders(given, hasBody)],
    body: hasBody ? data : "",
    fields: given.fields,
    cutOff: /^[^\s"'=]+=/.test(split.rest) ? (split.rest.split(/\s/, 1)[0] ?? "") : "",
  });
}

interface CurlArguments {
  method: string | undefined;
  get: boolean;
  head: boolean;
  upload: boolean;
  json: boolean;
  fromFile: boolean;
  hasForm: boolean;
  readonly urls: string[];
  readonly headers: [string, string][];
  readonly data: string[];
  readonly fields: [string, string][];
}

function readOptions(words: readonly string[]): CurlArguments {
  const given: CurlArguments = {
    method: undefined,
    get: false,
    head: false,
    upload: false,
    json: false,
    fromFile: false,
    hasForm: false,
    urls: [],
    headers: [],
    data: [],
    fields: [],
  };
  for (let at = 0; at < words.length; at += 1) {
    const word = words[at] ?? "";
    const name = word.slice(2);
    if (word.startsWith("--") && takesValue(name)) {
      at += 1;
      take(given, name, words[at] ?? "");
    } else if (word.startsWith("--")) {
      flag(given, name);
    } else if (/^-[A-Za-z0-9:#]/.test(word)) {
      at = shortOptions(given, word, words, at);
    } else if (word !== "-" && word !== "") {
      given.urls.push(word);
    }
  }
  return given;
}

/** `-sSX POST`, `-XPOST`: flags, then perhaps a letter whose value is the rest of the word or the next word. */
function shortOptions(
  given: CurlArguments,
  word: string,
  words: readonly string[],
  start: number,
): number {
  for (let letter = 1; letter < word.length; letter += 1) {
    const name = longNames[word.charAt(letter)] ?? word.charAt(letter);
    if (!takesValue(name)) {
      flag(given, name);
      continue;
    }
    const attached = word.slice(letter + 1);
    take(given, name, attached === "" ? (words[start + 1] ?? "") : attached);
    return attached === "" ? start + 1 : start;
  }
  return start;
}

const longNames: Readonly<Record<string, string>> = {
  X: "request",
  H: "header",
  d: "data",
  F: "form",
  G: "get",
  I: "head",
  T: "upload-file",
  u: "user",
  A: "user-agent",
  b: "cookie",
  c: "cookie-jar",
  e: "referer",
  m: "max-time",
  o: "output",
  w: "write-out",
  x: "proxy",
  E: "cert",
  K: "config",
  D: "dump-header",
  r: "range",
  C: "continue-at",
  Y: "speed-limit",
  y: "speed-time",
  z: "time-cond",
};

/** Any other option counts as a flag. */
const valued = new Set([
  ...Object.values(longNames).filter((name) => name !== "get" && name !== "head"),
  "data-raw",
  "data-binary",
  "data-ascii",
  "data-urlencode",
  "json",
  "form-string",
  "url",
  "url-query",
  "oauth2-bearer",
  "connect-timeout",
  "connect-to",
  "resolve",
  "retry",
  "retry-delay",
  "retry-max-time",
  "cacert",
  "capath",
  "cert-type",
  "key",
  "key-type",
  "pass",
  "ciphers",
  "tls-max",
  "interface",
  "limit-rate",
  "max-redirs",
  "noproxy",
  "proxy-user",
  "proxy-header",
  "stderr",
  "trace",
  "trace-ascii",
  "unix-socket",
  "dns-servers",
  "output-dir",
]);

function takesValue(name: string): boolean {
  return valued.has(name);
}

function flag(given: CurlArguments, name: string): void {
  if (name === "get") given.get = true;
  if (name === "head") given.head = true;
}

function take(given: CurlArguments, name: string, value: string): void {
  if (name === "request") given.method = value;
  else if (name === "url") given.urls.push(value);
  else if (name === "header") given.headers.push(headerOf(value));
  else if (name === "user") given.headers.push(["Authorization", `Basic ${base64(value)}`]);
  else if (name === "oauth2-bearer") given.headers.push(["Authorization", `Bearer ${value}`]);
  else if (name === "upload-file") given.upload = true;
  else if (name === "form" || name === "form-string") takeField(given, name, pairOf(value));
  else if (name === "data-urlencode") given.data.push(urlEncoded(value));
  else if (name === "url-query") {
    const [url = ""] = given.urls;
    given.urls[0] = `${url}${url.includes("?") ? "&" : "?"}${urlEncoded(value)}`;
  } else if (name === "json" || name.startsWith("data")) takeData(given, name, value);
}

/** `--form` sends a file if the value begins with @ or <. */
function takeField(given: CurlArguments, option: string, field: [string, string]): void {
  given.hasForm = true;
  if (option === "form-string" || !/^[@<]/.test(field[1])) given.fields.push(field);
}

function takeData(given: CurlArguments, name: string, value: string): void {
  if (name === "json") given.json = true;
  if (value.startsWith("@") && name !== "data-raw") given.fromFile = true;
  given.data.push(value);
}

/** `content`, `=content` or `name=content`. Only the content is encoded. */
function urlEncoded(value: string): string {
  const equals = value.indexOf("=");
  const name = equals === -1 ? "" : value.slice(0, equals);
  const content = percentEncode(value.slice(equals + 1));
  return name === "" ? content : `${name}=${content}`;
}

function usualMethod({ head, upload, hasForm }: CurlArguments, hasBody: boolean): string {
  if (head) return "HEAD";
  if (upload) return "PUT";
  return hasBody || hasForm ? "POST" : "GET";
}

function impliedHeaders(
  { headers, json, hasForm }: CurlArguments,
  hasBody: boolean,
): [string, string][] {
  if (headers.some(([name]) => name.toLowerCase() === "content-type")) return [];
  if (json) return [["Content-Type", "application/json"]];
  if (hasForm) return [["Content-Type", "multipart/form-data"]];
  return hasBody ? [["Content-Type", "application/x-www-form-urlencoded"]] : [];
}

function headerOf(line: string): [string, string] {
  const colon = line.indexOf(":");
  return colon === -1 ? [line, ""] : [line.slice(0, colon).trim(), line.slice(colon + 1).trim()];
}

function pairOf(text: string): [string, string] {
  const equals = text.indexOf("=");
  return equals === -1 ? [text, ""] : [text.slice(0, equals), text.slice(equals + 1)];
}

function base64(text: string): string {
  return Buffer.from(text, "utf8").toString("base64");
}

/** curl uses http for a URL without a scheme. */
function withScheme(url: string): string {
  return /^[A-Za-z][A-Za-z0-9+.-]*:\/\//.test(url) ? url : `http://${url}`;
}
