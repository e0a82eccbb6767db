/**
 * What the text of a signature reveals by itself: the digest that it comes from, and how it was changed on the way. A
 * search then need not combine these with everything else.
 */
import { hash } from "node:crypto";
import { percentDecode } from "../oauth1/percent-encoding.ts";
import type { Cause } from "./cause.ts";
import { withoutLineEnds } from "./line-ends.ts";
import type { Digest } from "./signing.ts";

export interface WrittenSignature {
  /** What is wrong with how the signature is written. */
  readonly causes: readonly Cause[];
  /** As the digest would be written correctly. */
  readonly signature: string;
  /** Undefined for HMAC-SHA1. */
  readonly digest: Digest | undefined;
}

/** The possible readings of the text, the likeliest first. */
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
  return digests.length === 0 ? [{ causes: [], signature: sent, digest: undefined }] : digests;
}

interface Repair {
  readonly cause: Cause;
  readonly apply: (text: string) => string;
}

/** In the order that undoes the changes. */
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

/** The digest that the text comes from, by its length. */
function digestsOf(text: string): WrittenSignature[] {
  if (/^[0-9a-f]{40}$/i.test(text)) {
    const signature = Buffer.from(text, "hex").toString("base64");
    return [{ causes: [{ id: "hex" }], signature, digest: undefined }];
  }
  if (isPlaintext(text))
    return [{ causes: [used("PLAINTEXT")], signature: text, digest: plaintext }];
  if (!/^[A-Za-z0-9+/]+={0,2}$/.test(text)) return [];
  const inside = Buffer.from(text, "base64").toString("latin1");
  if (/^[0-9a-f]{40}$/i.test(inside)) {
    const signature = Buffer.from(inside, "hex").toString("base64");
    return [{ causes: [{ id: "hex-in-base64" }], signature, digest: undefined }];
  }
  const longer = longerDigests[text.length];
  if (longer === undefined) return [{ causes: [], signature: text, digest: undefined }];
  const [name, algorithm, blockBytes] = longer;
  return [{ causes: [used(name)], signature: text, digest: hmacBy(algorithm, blockBytes) }];
}

/** By the length of their base64. The number is the block size in bytes (RFC 2104 §2). */
const longerDigests: Readonly<
  Record<number, readonly ["HMAC-SHA256" | "HMAC-SHA512" | "HMAC-MD5", string, number]>
> = {
  24: ["HMAC-MD5", "md5", 64],
  44: ["HMAC-SHA256", "sha256", 64],
  88: ["HMAC-SHA512", "sha512", 128],
};

function used(name: "HMAC-SHA256" | "HMAC-SHA512" | "HMAC-MD5" | "PLAINTEXT"): Cause {
  return { id: "digest", used: name };
}

function plaintext(_baseString: string, key: string): string {
  return key;
}

/** HMAC as two hashes whose key blocks are prepared once: `createHmac` takes five times as long for a usual request. */
function hmacBy(algorithm: string, blockBytes: number): Digest {
  const prepared = new Map<string, Pads>();
  const binaryHash = (bytes: Buffer) => Buffer.from(hash(algorithm, bytes, "binary"), "latin1");

  function padsOf(text: string): Pads {
    const known = prepared.get(text);
    if (known !== undefined) return known;
    const key = Buffer.from(text, "latin1");
    const block = Buffer.alloc(blockBytes);
    (key.length <= blockBytes ? key : binaryHash(key)).copy(block);
    const pads = {
      inner: block.map((byte) => byte ^ 0x36),
      outer: block.map((byte) => byte ^ 0x5c),
    };
    prepared.set(text, pads);
    return pads;
  }

  return (baseString, key) => {
    const { inner, outer } = padsOf(key);
    const digest = binaryHash(Buffer.concat([inner, Buffer.from(baseString, "latin1")]));
    return hash(algorithm, Buffer.concat([outer, digest]), "base64");
  };
}

interface Pads {
  readonly inner: Uint8Array;
  readonly outer: Uint8Array;
}
