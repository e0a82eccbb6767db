/** A client's signature (RFC 5849 §3.4) as a value whose parts a hypothesis can replace. */
import {
  baseStringUri,
  compareParameters,
  joinParameters,
  type Parameter,
  percentEncodeBytes,
} from "#oauth1";

export interface Signing {
  readonly method: string;
  readonly origin: string;
  /** Includes the query, if the client left it in the URL. */
  readonly path: string;
  /** Decoded binary strings. */
  readonly parameters: readonly Parameter[];
  readonly encoding: Encoding;
  readonly order: Order;
  readonly consumerSecret: string;
  readonly tokenSecret: string;
  /** RFC 5849 §3.4.2. */
  readonly join: (consumerSecret: string, tokenSecret: string) => string;
  readonly digest: Digest;
}

export type Digest = (baseString: string, key: string) => string;

export type Encoder = (binary: string) => string;

export interface Encoding {
  readonly name: Encoder;
  readonly value: Encoder;
  readonly list: Encoder;
  readonly url: Encoder;
}

/**
 * This is undefined for the order of the RFC. `encoded` and `decoded` are in the order in which the parameters were
 * sent.
 */
export type Order =
  | ((encoded: readonly Parameter[], decoded: readonly Parameter[]) => readonly Parameter[])
  | undefined;

export const rfcEncoding: Encoding = {
  name: percentEncodeBytes,
  value: percentEncodeBytes,
  list: percentEncodeBytes,
  url: percentEncodeBytes,
};

/** A signature is computed from the three parts of the base string, and the key. */
export interface Pieces {
  readonly method: string;
  readonly url: string;
  readonly list: string;
  readonly key: string;
}

/** `before` is another signing whose list is reused if nothing in it differs. */
export function piecesOf(signing: Signing, before?: SignedVariant): Pieces {
  const { method, origin, path, encoding, consumerSecret, tokenSecret } = signing;
  const url = encoding.url(baseStringUri(origin, path));
  const key = signing.join(consumerSecret, tokenSecret);
  if (before !== undefined && hasSameList(signing, before.signing)) {
    return { method: percentEncodeBytes(method), url, list: before.pieces.list, key };
  }
  return { method: percentEncodeBytes(method), url, list: encoding.list(listOf(signing)), key };
}

export interface SignedVariant {
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
  return `${method}&${url}&${list}`;
}

function listOf({ parameters, encoding, order }: Signing): string {
  const { name, value } = encoding;
  const isOfRfc = name === percentEncodeBytes && value === percentEncodeBytes;
  const encode = ([one, other]: Parameter): Parameter => [name(one), value(other)];
  const encoded = parameters.map(isOfRfc ? encodedOnce : encode);
  return joinParameters((order ?? inOrder)(encoded, parameters));
}

/** Cached, because most hypotheses leave most parameters unchanged. */
function encodedOnce(pair: Parameter): Parameter {
  const known = encodedPairs.get(pair);
  if (known !== undefined) return known;
  const encoded: Parameter = [percentEncodeBytes(pair[0]), percentEncodeBytes(pair[1])];
  encodedPairs.set(pair, encoded);
  return encoded;
}

const encodedPairs = new WeakMap<Parameter, Parameter>();

/** Sorted by encoded name, then by encoded value (RFC 5849 §3.4.1.3.2). */
export function inOrder(encoded: readonly Parameter[]): readonly Parameter[] {
  return encoded.toSorted(compareParameters);
}
