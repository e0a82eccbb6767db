/** RFC 5849 §3.4.1.3.1: the parameters of the header, the query and the form are signed. */
import { formBodyOf, fromText, isForm, maxParameters, type Parameter, parseForm } from "#oauth1";
import { type Change, type Facts, isProtocol } from "../hypothesis.ts";
import { otherReadings } from "./readings.ts";

export function* places(facts: Facts): Iterable<Change> {
  const { request, signing } = facts;
  // A client may add the query to a URL that has it already.
  const once = [...new Map(signing.parameters.map((pair) => [pair.join("\0"), pair])).values()];
  if (once.length !== signing.parameters.length) {
    yield { weight: 1, cause: { id: "sent-twice" }, parameters: () => once };
  }
  for (const [id, text = ""] of [
    ["query-unsigned", request.query],
    ["body-unsigned", formBodyOf(request)],
  ] as const) {
    const read = parseForm(text, maxParameters).map(([name]) => name);
    const names = new Set(read.filter((name) => !isProtocol(name)));
    const parameters: Change["parameters"] = (all) => all.filter(([name]) => !names.has(name));
    if (names.size > 0) yield { weight: 1, cause: { id }, parameters };
  }
  yield* otherReadings(facts);
  yield* otherBodies(facts);
  // The realm and the signature itself are not signed. A client may have signed them.
  const realm = /[\s,]realm="((?:[^"\\]|\\.)*)"/i.exec(request.authorization ?? "")?.[1];
  if (realm !== undefined) {
    const one = { signed: [["realm", fromText(realm)]] } as const;
    yield { weight: 1, cause: { id: "realm-signed" }, one };
  }
  const one = { signed: [["oauth_signature", ""]] } as const;
  yield { weight: 1, cause: { id: "signature-signed" }, one };
}

/** A body that is not a form may be signed as if it were one. */
export function* otherBodies({ request: { body, contentType, fields } }: Facts): Iterable<Change> {
  const signed =
    (...pairs: readonly Parameter[]) =>
    (all: readonly Parameter[]) => [...all, ...pairs];
  const json = jsonPairs(body);
  if (json.length > 0) {
    yield { weight: 1, cause: { id: "json-signed" }, parameters: signed(...json) };
  }
  if (body !== "" && !isForm(contentType)) {
    yield { weight: 2, cause: { id: "json-signed" }, parameters: signed([body, ""]) };
    const id = fields.length > 0 ? "multipart-signed" : "json-signed";
    const parameters = signed(...parseForm(body, 64));
    if (json.length === 0) yield { weight: 2, cause: { id }, parameters };
  }
  if (fields.length > 0) {
    yield { weight: 1, cause: { id: "multipart-signed" }, parameters: signed(...fields) };
  }
}

/** Clients flatten a JSON object like this. */
function jsonPairs(body: string): Parameter[] {
  if (!/^\s*\{/.test(body)) return [];
  try {
    const parsed: unknown = JSON.parse(Buffer.from(body, "latin1").toString("utf8"));
    if (typeof parsed !== "object" || parsed === null) return [];
    return Object.entries(parsed)
      .slice(0, 64)
      .map(([name, value]): Parameter => [fromText(name), fromText(textOf(value))]);
  } catch {
    return [];
  }
}

function textOf(value: unknown): string {
  return typeof value === "object" && value !== null ? JSON.stringify(value) : String(value);
}
