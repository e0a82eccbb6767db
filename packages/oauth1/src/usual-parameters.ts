/** The parameters that most clients send, read without decoding, sorting, or encoding them. */
import { type ByteString, percentDecode, toText } from "./encoding.ts";
import { compareParameters, type Parameter } from "./parameters.ts";

export interface UsualParameters {
  readonly ok: true;
  /** The value of each `oauth_*` parameter and of each of `reads`. */
  readonly decisive: { get(name: string): string | undefined };
  /** What the signature covers, as it stands in the base string. RFC 5849 §3.4.1.1. */
  readonly encoded: string;
  readonly place: "header";
}

/**
 * Reads parameters of which the `oauth_*` ones are all in the header, each once and in quotes, with nothing to escape
 * but the signature, and the others are in a query or form with nothing to escape: a value and its encoding are equal
 * then. Returns undefined for all others, well-formed or not; what it does return, the general reader finds as well.
 */
export function readUsualParameters(
  header: ByteString | undefined,
  query: ByteString,
  form: ByteString,
  reads: readonly string[],
): UsualParameters | undefined {
  const values = header === undefined ? undefined : readUsualHeader(header);
  if (values === undefined) return undefined;
  let encoded = "";
  for (let at = 0; at < lastName; at += 1) {
    const value = values[at];
    if (value !== undefined) encoded += `${encoded === "" ? "" : "%26"}${names[at]}%3D${value}`;
  }
  if (query === "" && form === "") {
    const decisive = { get: (name: string) => values[names.indexOf(name)] };
    return { ok: true, decisive, encoded, place };
  }

  const others: Parameter[] = [];
  if (!addPlainPairs(query, others) || !addPlainPairs(form, others)) return undefined;
  const decisive = new Map<string, string>();
  for (const [at, name] of names.entries()) {
    const value = values[at];
    if (value !== undefined) decisive.set(name, value);
  }
  for (const [name, value] of others) {
    if (!reads.includes(name)) continue;
    if (decisive.has(name)) return undefined;
    decisive.set(name, value);
  }
  others.sort(compareParameters);
  const pairs = others.map(([name, value]) => `${name}%3D${value}`);
  const before = others.filter(([name]) => name < "oauth_").length;
  pairs.splice(before, 0, encoded);
  return { ok: true, decisive, encoded: pairs.join("%26"), place };
}

const place = "header";

/** In the order of the base string, but for the signature, which is in none. */
const names = [
  "oauth_consumer_key",
  "oauth_nonce",
  "oauth_signature_method",
  "oauth_timestamp",
  "oauth_token",
  "oauth_verifier",
  "oauth_version",
  "oauth_signature",
];
const lastName = names.length - 1;

/** The values in the order of `names`. */
function readUsualHeader(header: ByteString): (string | undefined)[] | undefined {
  if (header.length > maxUsual || !usualHeader.test(header)) return undefined;
  const values: (string | undefined)[] = Array(names.length).fill(undefined);
  let next = "OAuth ".length;
  while (next < header.length) {
    const equals = header.indexOf("=", next);
    const end = header.indexOf('"', equals + 2);
    const at = names.indexOf(header.slice(next, equals));
    if (at === -1 || values[at] !== undefined) return undefined;
    const value = header.slice(equals + 2, end);
    const read = value.includes("%") ? decodedSignature(at, value) : value;
    if (read === undefined) return undefined;
    values[at] = read;
    // A comma follows, and perhaps a space.
    next = end + (header[end + 2] === " " ? 3 : 2);
  }
  return values;
}

/** In characters. Few are longer than 500. */
const maxUsual = 4000;
const usualHeader = /^OAuth (?:oauth_[a-z_]+="[\w.~%-]*"(?:, ?|$))+$/;

function decodedSignature(at: number, sent: ByteString): string | undefined {
  return at === lastName ? toText(percentDecode(sent)) : undefined;
}

/** Returns false if a pair is not plain, has no `=`, or is of the protocol. */
function addPlainPairs(pairs: ByteString, parameters: Parameter[]): boolean {
  if (pairs === "") return true;
  if (!plainPairs.test(pairs)) return false;
  for (const pair of pairs.split("&", maxOthers + 1)) {
    const equals = pair.indexOf("=");
    if (pair.startsWith("oauth_") || parameters.length >= maxOthers) return false;
    parameters.push([pair.slice(0, equals), pair.slice(equals + 1)]);
  }
  return true;
}

const plainPairs = /^[\w.~-]+=[\w.~-]*(?:&[\w.~-]+=[\w.~-]*)*$/;
const maxOthers = 50;
