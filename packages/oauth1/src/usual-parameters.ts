/** The parameters that most clients send, read without decoding, sorting, or encoding them. */
import { type ByteString, percentDecode, toText } from "./encoding.ts";
import { compareParameters, type Parameter } from "./parameters.ts";

export interface UsualParameters {
  readonly ok: true;
  /** The value of each `oauth_*` parameter and of each of `reads`. */
  readonly decisive: ReadonlyMap<string, string>;
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
  const decisive = header === undefined ? undefined : readUsualHeader(header);
  if (decisive === undefined) return undefined;
  let encoded = "";
  for (const name of signedNames) {
    const value = decisive.get(name);
    if (value !== undefined) encoded += `${encoded === "" ? "" : "%26"}${name}%3D${value}`;
  }
  if (query === "" && form === "") return { ok: true, decisive, encoded, place };

  const others: Parameter[] = [];
  if (!addPlainPairs(query, others) || !addPlainPairs(form, others)) return undefined;
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

/** In the order of the base string. `oauth_signature` is in none. */
const signedNames = [
  "oauth_consumer_key",
  "oauth_nonce",
  "oauth_signature_method",
  "oauth_timestamp",
  "oauth_token",
  "oauth_verifier",
  "oauth_version",
];
const knownNames: ReadonlySet<string> = new Set([...signedNames, "oauth_signature"]);

function readUsualHeader(header: ByteString): Map<string, string> | undefined {
  if (!header.startsWith("OAuth ")) return undefined;
  const values = new Map<string, string>();
  usualPair.lastIndex = "OAuth ".length;
  while (usualPair.lastIndex < header.length) {
    const [, name = "", sent = ""] = usualPair.exec(header) ?? [];
    if (!knownNames.has(name) || values.has(name)) return undefined;
    const value = sent.includes("%") ? decodedSignature(name, sent) : sent;
    if (value === undefined) return undefined;
    values.set(name, value);
  }
  return values.size > 0 ? values : undefined;
}

const usualPair = /(oauth_[a-z_]+)="([\w.~%-]*)"(?:, ?|$)/y;

function decodedSignature(name: string, sent: ByteString): string | undefined {
  return name === "oauth_signature" ? toText(percentDecode(sent)) : undefined;
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
