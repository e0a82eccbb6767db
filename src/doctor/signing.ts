/**
 * How a client came to its signature: RFC 5849 §3.4 as a value of which each part can be another one. A hypothesis
 * changes one of them.
 */
import { baseStringUri, joinBaseString } from "../oauth1/base-string.ts";
import { byNameThenValue, joinParameters, type Parameter } from "../oauth1/parameters.ts";
import { percentEncode } from "../oauth1/percent-encoding.ts";
import { signingKeyText } from "../oauth1/signature.ts";

export interface Signing {
  /** As the base string has it. */
  readonly method: string;
  readonly origin: string;
  /** With the query of a client that left it there. */
  readonly path: string;
  /** Decoded binary strings. */
  readonly parameters: readonly Parameter[];
  readonly encoding: Encoding;
  readonly order: Order;
  readonly secrets: Secrets;
  /** How the secrets become a key. */
  readonly join: Join;
  /** Undefined: HMAC-SHA1, as RFC 5849 §3.4.2 has it. */
  readonly digest: Digest | undefined;
}

/** A signature from a base string and the text of a key. */
export type Digest = (baseString: string, key: string) => string;

export interface Secrets {
  readonly consumer: string;
  readonly token: string;
}

export type Join = (secrets: Secrets) => string;

type Encoder = (binary: string) => string;

/** What encodes each part of a base string. */
export interface Encoding {
  readonly name: Encoder;
  readonly value: Encoder;
  /** The list of all parameters, and the URL. */
  readonly list: Encoder;
  readonly url: Encoder;
}

/** Undefined: as the RFC has it. `encoded` and `decoded` are in the order in which the parameters were sent. */
export type Order =
  | ((encoded: readonly Parameter[], decoded: readonly Parameter[]) => readonly Parameter[])
  | undefined;

export const rfcEncoding: Encoding = {
  name: percentEncode,
  value: percentEncode,
  list: percentEncode,
  url: percentEncode,
};

/** As RFC 5849 §3.4.2 has it. */
export function rfcJoin({ consumer, token }: Secrets): string {
  return signingKeyText(consumer, token);
}

/** The texts of which a signature is made: three of the base string, and the key. */
export interface Pieces {
  readonly method: string;
  readonly url: string;
  readonly list: string;
  readonly key: string;
}

/** `before`: another signing, whose pieces are taken where nothing that makes them differs. */
export function piecesOf(signing: Signing, before?: Made): Pieces {
  const { method, origin, path, encoding, secrets, join } = signing;
  const url = encoding.url(baseStringUri(origin, path));
  const key = join(secrets);
  if (before !== undefined && hasSameList(signing, before.signing)) {
    return { method: percentEncode(method), url, list: before.pieces.list, key };
  }
  return { method: percentEncode(method), url, list: encoding.list(listOf(signing)), key };
}

export interface Made {
  readonly signing: Signing;
  readonly pieces: Pieces;
}

function hasSameList(one: Signing, other: Signing): boolean {
  if (one.parameters !== other.parameters || one.order !== other.order) return false;
  const { name, value, list } = one.encoding;
  const { encoding } = other;
  return name === encoding.name && value === encoding.value && list === encoding.list;
}

export function baseStringOf({ method, url, list }: Pieces): string {
  return joinBaseString(method, url, list);
}

function listOf({ parameters, encoding, order }: Signing): string {
  const { name, value } = encoding;
  const isOfRfc = name === percentEncode && value === percentEncode;
  const encode = ([one, other]: Parameter): Parameter => [name(one), value(other)];
  const encoded = parameters.map(isOfRfc ? encodedOnce : encode);
  return joinParameters((order ?? inOrder)(encoded, parameters));
}

/** Most hypotheses leave most parameters as they are. */
function encodedOnce(pair: Parameter): Parameter {
  const known = encodedPairs.get(pair);
  if (known !== undefined) return known;
  const encoded: Parameter = [percentEncode(pair[0]), percentEncode(pair[1])];
  encodedPairs.set(pair, encoded);
  return encoded;
}

const encodedPairs = new WeakMap<Parameter, Parameter>();

/** By the encoded name, then the encoded value (RFC 5849 §3.4.1.3.2). */
export function inOrder(encoded: readonly Parameter[]): readonly Parameter[] {
  return encoded.toSorted(byNameThenValue);
}
