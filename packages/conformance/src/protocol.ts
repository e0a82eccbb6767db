/**
 * The parts of RFC 5849 that a provider may offer, and two digests that it does not have, as configurations and cases
 * name them.
 */
export const operations = [
  "request-token",
  "access-token",
  "resource",
  "application-resource",
  "revocation",
] as const;
export type Operation = (typeof operations)[number];
export const placements = ["header", "query", "form"] as const;
export type Placement = (typeof placements)[number];
export const signatureMethods = [
  "HMAC-SHA1",
  "RSA-SHA1",
  "PLAINTEXT",
  "HMAC-SHA256",
  "HMAC-SHA512",
] as const;
export type SignatureMethod = (typeof signatureMethods)[number];
export type Method = "GET" | "POST";
