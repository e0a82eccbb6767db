/** The text of a signature reveals its digest, and how it was changed, so a search need not try these. */
import { createHmac } from "node:crypto";
import { hmacSha1, hmacSha256, hmacSha512, percentDecode } from "#oauth1";
import type { Cause, DigestName } from "./cause.ts";
import { withoutLineEnds } from "./line-ends.ts";
import type { Digest } from "./signing.ts";

export interface WrittenSignature {
  readonly causes: readonly Cause[];
  readonly signature: string;
  readonly digest: Digest;
}

/** The likeliest reading of the text comes first. */
export function readSignature(sent: string): readonly WrittenSignature[] {
  const causes: Cause[] = [];
  const repaired = repairs.reduce((text, repair) => {
    const next = repair.apply(text);
    if (next !== text) causes.push(repair.cause);
    return next;
  }, sent);
  const digests = digestsOf(repaired).map((one) => ({
    ...one,
    causes: [...causes, ...one.causes],
  }));
  return digests.length === 0 ? [{ causes: [], signature: sent, digest: hmacSha1.sign }] : digests;
}

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

/** Base64 of 20 or of 32 bytes ends with one `=`. */
function withPadding(text: string): string {
  return /^(?:[A-Za-z0-9+/]{27}|[A-Za-z0-9+/]{43})$/.test(text) ? `${text}=` : text;
}

/** The length of the text tells the digest. */
function digestsOf(text: string): WrittenSignature[] {
  if (/^[0-9a-f]{40}$/i.test(text)) {
    const signature = Buffer.from(text, "hex").toString("base64");
    return [{ causes: [{ id: "hex" }], signature, digest: hmacSha1.sign }];
  }
  if (isPlaintext(text))
    return [{ causes: [used("PLAINTEXT")], signature: text, digest: plaintext }];
  if (!/^[A-Za-z0-9+/]+={0,2}$/.test(text)) return [];
  const inside = Buffer.from(text, "base64").toString("latin1");
  if (/^[0-9a-f]{40}$/i.test(inside)) {
    const signature = Buffer.from(inside, "hex").toString("base64");
    return [{ causes: [{ id: "hex-in-base64" }], signature, digest: hmacSha1.sign }];
  }
  const longer = longerDigests[text.length];
  if (longer === undefined) return [{ causes: [], signature: text, digest: hmacSha1.sign }];
  const [name, digest] = longer;
  return [{ causes: [used(name)], signature: text, digest }];
}

/** The keys are lengths of base64. */
const longerDigests: Readonly<Record<number, readonly [DigestName, Digest]>> = {
  24: ["HMAC-MD5", hmacMd5],
  44: ["HMAC-SHA256", hmacSha256.sign],
  88: ["HMAC-SHA512", hmacSha512.sign],
};

function used(name: DigestName): Cause {
  return { id: "digest", used: name };
}

function plaintext(_baseString: string, key: string): string {
  return key;
}

function hmacMd5(baseString: string, key: string): string {
  return createHmac("md5", key).update(baseString, "latin1").digest("base64");
}
