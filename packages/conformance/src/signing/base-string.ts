/** The signature base string, step by step as RFC 5849 §3.4.1 builds it. */
import { encoded } from "./percent-encoding.ts";

/** Name and value, encoded as in §3.6, so that a case can use bytes that are not text. */
export type EncodedPair = readonly [name: string, value: string];

export interface SignedParts {
  readonly method: string;
  readonly url: URL;
  /** In the order in which they are sent. */
  readonly pairs: readonly EncodedPair[];
}

/** §3.4.1.1. */
export function baseString({ method, url, pairs }: SignedParts): string {
  return [method.toUpperCase(), encoded(baseUri(url)), encoded(normalized(pairs))].join("&");
}

/** §3.4.1.2. `URL` writes the host in lower case and omits a default port. */
export function baseUri(url: URL): string {
  return `${url.protocol}//${url.host}${url.pathname}`;
}

/** §3.4.1.3.2. */
export function normalized(pairs: readonly EncodedPair[]): string {
  return joined(pairs.toSorted(byNameThenValue));
}

export function joined(pairs: readonly EncodedPair[]): string {
  return pairs.map(([name, value]) => `${name}=${value}`).join("&");
}

/** Encoded names and values are ASCII, so comparing characters compares bytes. */
export function byNameThenValue(one: EncodedPair, other: EncodedPair): number {
  return order(one[0], other[0]) || order(one[1], other[1]);
}

export function order(one: string, other: string): number {
  if (one === other) return 0;
  return one < other ? -1 : 1;
}
