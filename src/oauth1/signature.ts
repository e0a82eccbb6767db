import { hash, timingSafeEqual } from "node:crypto";
import { fromText, percentEncode } from "./percent-encoding.ts";

/** The consumer secret and the token secret as an HMAC-SHA1 key: the sixteen words of one block (RFC 2104 §2). */
export type SigningKey = Uint32Array;

/** RFC 5849 §3.4.2. The secrets are texts. Without a token its secret is empty, and the `&` stays. */
export function signingKey(consumerSecret: string, tokenSecret: string): SigningKey {
  return keyOfText(signingKeyText(consumerSecret, tokenSecret));
}

/** The key text as in the RFC. */
export function signingKeyText(consumerSecret: string, tokenSecret: string): string {
  return `${encodeSecret(consumerSecret)}&${encodeSecret(tokenSecret)}`;
}

/** A key from any binary string. */
export function keyOfText(text: string): SigningKey {
  const key = new Uint32Array(blockBytes / 4);
  const bytes = Buffer.from(key.buffer);
  bytes.write(
    text.length <= blockBytes ? text : hash("sha1", Buffer.from(text, "latin1"), "binary"),
    "latin1",
  );
  return key;
}

/** The base64 HMAC-SHA1 of a base string. Two hashes with a prepared key take 0.9 µs; `createHmac` takes 2.2. */
export function hmacSha1(baseString: string, key: SigningKey): string {
  const bytes = blockBytes + baseString.length;
  const message = bytes <= usual.bytes.length ? usual : newMessage(bytes);
  begin(message, key, 0x36363636);
  message.bytes.write(baseString, blockBytes, "latin1");
  const digest = hash("sha1", message.bytes.subarray(0, bytes), "binary");
  begin(message, key, 0x5c5c5c5c);
  message.bytes.write(digest, blockBytes, "latin1");
  return hash("sha1", message.bytes.subarray(0, blockBytes + digestBytes), "base64");
}

function begin({ words }: Message, key: SigningKey, pad: number): void {
  for (let at = 0; at < key.length; at += 1) words[at] = (key[at] as number) ^ pad;
}

const blockBytes = 64;
const digestBytes = 20;

interface Message {
  readonly bytes: Buffer;
  /** The same memory as words, for the first block. */
  readonly words: Uint32Array;
}

function newMessage(length: number): Message {
  const bytes = Buffer.allocUnsafeSlow(length);
  return { bytes, words: new Uint32Array(bytes.buffer, 0, blockBytes / 4) };
}

/** Reused for every request whose base string fits, which is nearly every one. */
const usual = newMessage(4096);

function encodeSecret(secret: string): string {
  return percentEncode(fromText(secret));
}

/**
 * Compares signatures in constant time. Compares the base64 texts, not the decoded digests: the last character
 * of a digest's base64 has two unused bits, so decoding would accept four spellings of one signature.
 */
export function signaturesMatch(expected: string, presented: string): boolean {
  const one = Buffer.from(expected, "utf8");
  const other = Buffer.from(presented, "utf8");
  return one.byteLength === other.byteLength && timingSafeEqual(one, other);
}
