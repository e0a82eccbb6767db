/** Digests of nonces, in memory that is reused. */
import { hash } from "node:crypto";
import { nonceBytes } from "./minute-file.ts";

export const nonceWords = nonceBytes / 4;

/** The same memory as bytes for the journal and as words for the set. */
export interface Digests {
  readonly bytes: Buffer;
  readonly words: Uint32Array;
}

export function newDigests(count: number): Digests {
  const bytes = Buffer.alloc(count * nonceBytes);
  return { bytes, words: new Uint32Array(bytes.buffer, bytes.byteOffset, count * nonceWords) };
}

/** The first half of a SHA-256. One bit is always set, because the set uses all zeros for an empty place. */
export function digestInto({ bytes }: Digests, text: string): void {
  bytes.write(hash("sha256", text, "binary"), 0, nonceBytes, "latin1");
  bytes.writeUInt8(bytes.readUInt8(0) | 1, 0);
}
