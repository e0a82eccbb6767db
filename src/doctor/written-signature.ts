/** The text of a signature reveals its digest, and how it was changed, so a search need not try these. */
import { createHmac } from "node:crypto";
import { hmacSha1, hmacSha256, hmacSha512, percentDecode, type SignatureMethod } from "#oauth1";
import type { Cause, CauseDetails } from "./cause.ts";
import { withoutLineEnds } from "./paste/pasted-request.ts";
import type { Digest } from "./signing.ts";

export interface WrittenSignature {
  readonly causes: readonly Cause[];
  readonly signature: string;
  readonly digest: Digest;
}

/** The likeliest reading of the text comes first. `expected` is the method that the request should be signed with. */
export function readSignature(
  sent: string,
  expected: SignatureMethod,
): readonly WrittenSignature[] {
  const causes: Cause[] = [];
  const repaired = repairs.reduce((text, repair) => {
    const next = repair.apply(text);
    if (next !== text) causes.push(repair.cause);
    return next;
  }, sent);
  const digests = digestsOf(repaired, expected).map((one) => ({
    ...one,
    causes: [...causes, ...one.causes],
  }));
  return digests.length === 0 ? [{ causes: [], signature: sent, digest: expected.sign }] : digests;
}

type DigestName = CauseDetails["digest"]["used"];

interface Repair {
  readonly cause: Cause;
  readonly apply: (text: string) => string;
}

const repairs: readonly Repair[] = [
  {
    cause: { id: "signature-encoded-twice" },
    apply: (text) => (isPlaintext(text) ? text : percentDecode(text)),
  },
  {
    cause: { id: "signature-altered", how: "line-end" },
    apply: withoutLineEnds,
  },
  { cause: { id: "signature-unencoded" }, apply: (text) => text.replaceAll(" ", "+") },
  { cause: { id: "signature-altered", how: "url-safe" }, apply: fromUrlSafe },
  { cause: { id: "signature-altered", how: "padding" }, apply: withPadding },
];

function isPlaintext(text: string): boolean {
  return text.includes("&");
}

function fromUrlSafe(text: string): string {
  return /^[A-Za-z0-9_-]+=*$/.test(text) ? text.replaceAll("-", "+").replaceAll("_", "/") : text;
}

/** Base64 of 20 or of 32 bytes ends with one `=`, and of 64 bytes with two. */
function withPadding(text: string): string {
  if (!/^[A-Za-z0-9+/]+$/.test(text)) return text;
  return /^(?:.{27}|.{43})$/.test(text) ? `${text}=` : text.length === 86 ? `${text}==` : text;
}

/** The length of the text identifies the digest. */
function digestsOf(text: string, expected: SignatureMethod): WrittenSignature[] {
  if (isPlaintext(text)) return [{ ...madeWith("PLAINTEXT", plaintext), signature: text }];
  const hex = hexOf(text);
  if (hex !== undefined) return [{ ...hex, causes: [{ id: "hex" }, ...hex.causes] }];
  if (!/^[A-Za-z0-9+/]+={0,2}$/.test(text)) return [];
  const bytes = Buffer.from(text, "base64");
  const inside = hexOf(bytes.toString("latin1"));
  if (inside !== undefined) {
    return [{ ...inside, causes: [{ id: "hex-in-base64" }, ...inside.causes] }];
  }
  const digest = digestsByLength.get(bytes.length);
  if (digest === undefined) return [{ causes: [], signature: text, digest: expected.sign }];
  return [{ ...madeWith(...digest), signature: text }];

  function hexOf(written: string): WrittenSignature | undefined {
    const found = digestsByLength.get(written.length / 2);
    if (found === undefined || !/^[0-9a-f]+$/i.test(written)) return undefined;
    return { ...madeWith(...found), signature: Buffer.from(written, "hex").toString("base64") };
  }

  function madeWith(name: DigestName, digest: Digest) {
    const causes: Cause[] =
      name === expected.name ? [] : [{ id: "digest", used: name, expected: expected.name }];
    return { causes, digest };
  }
}

/** The keys are lengths in bytes. */
const digestsByLength: ReadonlyMap<number, readonly [DigestName, Digest]> = new Map([
  [16, ["HMAC-MD5", hmacMd5]],
  [20, ["HMAC-SHA1", hmacSha1.sign]],
  [32, ["HMAC-SHA256", hmacSha256.sign]],
  [64, ["HMAC-SHA512", hmacSha512.sign]],
]);

function plaintext(_baseString: string, key: string): string {
  return key;
}

function hmacMd5(baseString: string, key: string): string {
  return createHmac("md5", key).update(baseString, "latin1").digest("base64");
}
