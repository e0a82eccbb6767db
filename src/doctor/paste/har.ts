import { isForm } from "#oauth1";
import { type Pasted, pastedRequest, unreadable } from "./pasted-request.ts";

export function isJson(text: string): boolean {
  return /^\s*[[{]/.test(text);
}

/** Reads a HAR entry, its request, or a file, of which it takes the last signed request, or else the last one. */
export function parseHar(text: string): Pasted {
  let parsed: unknown;
  try {
    parsed = JSON.parse(text);
  } catch {
    return unreadable("bad-json");
  }
  const entries = entriesOf(parsed);
  const entry = entries.findLast(({ request }) => isSigned(request)) ?? entries.at(-1);
  if (entry === undefined) return unreadable("no-request-in-json");
  const { request, startedDateTime } = entry;
  const posted = objectOf(request["postData"]);
  const headers = pairsOf(request["headers"]);
  const type = textOf(posted["mimeType"]);
  const hasType = headers.some(([name]) => name.toLowerCase() === "content-type");
  const started = Date.parse(textOf(startedDateTime));
  return pastedRequest({
    method: textOf(request["method"]) || "GET",
    url: textOf(request["url"]),
    headers: type === "" || hasType ? headers : [...headers, ["Content-Type", type]],
    body: textOf(posted["text"]) || formOf(type, pairsOf(posted["params"])),
    fields: /^multipart\//i.test(type) ? pairsOf(posted["params"]) : [],
    sentAt: Number.isNaN(started) ? undefined : started,
  });
}

type Members = Readonly<Record<string, unknown>>;

interface Entry {
  readonly request: Members;
  readonly startedDateTime: unknown;
}

function entriesOf(parsed: unknown): Entry[] {
  const log = objectOf(objectOf(parsed)["log"]);
  const listed = Array.isArray(parsed) ? parsed : log["entries"];
  const entries: unknown[] = Array.isArray(listed) ? listed : [parsed];
  return entries.flatMap((entry): Entry[] => {
    const members = objectOf(entry);
    const request = typeof members["url"] === "string" ? members : objectOf(members["request"]);
    return typeof request["url"] === "string"
      ? [{ request, startedDateTime: members["startedDateTime"] }]
      : [];
  });
}

/** Searches only as deep as a request is nested, because other members may be nested without end. */
function isSigned(request: Members): boolean {
  const values = pairsOf(request["headers"]).map(([, value]) => value);
  const body = textOf(objectOf(request["postData"])["text"]);
  return [textOf(request["url"]), body, ...values].some((text) => text.includes("oauth_signature"));
}

/** Some tools list the fields of a form without its text. */
function formOf(type: string, params: readonly (readonly [string, string])[]): string {
  if (!isForm(type)) return "";
  return params.map(([name, value]) => `${name}=${value}`).join("&");
}

function pairsOf(list: unknown): [string, string][] {
  if (!Array.isArray(list)) return [];
  return list.map((one) => {
    const { name, value } = objectOf(one);
    return [textOf(name), textOf(value)];
  });
}

function objectOf(value: unknown): Members {
  return typeof value === "object" && value !== null ? (value as Members) : {};
}

function textOf(value: unknown): string {
  return typeof value === "string" ? value : "";
}
