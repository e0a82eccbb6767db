import { percentEncode } from "./percent-encoding.ts";

/**
 * Scheme, host, port and path of the request without its query. RFC 5849 §3.4.1.2.
 *
 * `origin` is as URLs print it: lower-case scheme and host, the port only where it is not the
 * scheme's own. `rawPath` keeps the bytes and escapes that were sent. An empty path is `/`
 * (RFC 3986 §6.2.3).
 */
export function baseStringUri(origin: string, rawPath: string): string {
  return origin + (rawPath === "" ? "/" : rawPath);
}

/** The signature base string for parameters that are already normalized. RFC 5849 §3.4.1.1. */
export function signatureBaseString(method: string, uri: string, normalized: string): string {
  const upper = percentEncode(method.toUpperCase());
  return joinBaseString(upper, percentEncode(uri), percentEncode(normalized));
}

/** The signature base string from parts that are already encoded. */
export function joinBaseString(method: string, uri: string, parameters: string): string {
  return `${method}&${uri}&${parameters}`;
}
