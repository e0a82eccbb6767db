/** Other faults of a signature: its key, its hash, its form. */
import { createHmac } from "node:crypto";
import type { Fault } from "./base-string-faults.ts";
import { encoded } from "./percent-encoding.ts";
import { hmac, type Secrets, signingKey } from "./signature.ts";

interface SecretFaultRow extends Fault {
  readonly key: (secrets: Secrets) => string;
}

const secretRows = {
  "wrong-consumer-secret": {
    section: "3.4.2",
    name: "a wrong consumer secret",
    key: ({ token }) => signingKey({ consumer: "wrong", token }),
  },
  "no-consumer-secret": {
    section: "3.4.2",
    name: "an empty consumer secret",
    key: ({ token }) => signingKey({ consumer: "", token }),
  },
  "no-secrets": { section: "3.4.2", name: "the key &", key: () => "&" },
  "empty-key": { section: "3.4.2", name: "an empty key", key: () => "" },
  "wrong-token-secret": {
    section: "3.4.2",
    name: "a wrong token secret",
    key: ({ consumer }) => signingKey({ consumer, token: "wrong" }),
  },
  "key-without-ampersand": {
    section: "3.4.2",
    name: "a key without &",
    key: ({ consumer, token }) => `${encoded(consumer)}${encoded(token)}`,
  },
  "secrets-swapped": {
    section: "3.4.2",
    name: "the secrets swapped",
    key: ({ consumer, token }) => signingKey({ consumer: token, token: consumer }),
  },
  "consumer-secret-with-line-end": {
    section: "3.4.2",
    name: "a line end behind the consumer secret",
    key: ({ consumer, token }) => signingKey({ consumer: `${consumer}\n`, token }),
  },
  "consumer-secret-in-other-case": {
    section: "3.4.2",
    name: "the consumer secret in other case",
    key: ({ consumer, token }) => signingKey({ consumer: swappedCase(consumer), token }),
  },
  "consumer-secret-cut": {
    section: "3.4.2",
    name: "a consumer secret without its last character",
    key: ({ consumer, token }) => signingKey({ consumer: consumer.slice(0, -1), token }),
  },
} satisfies Record<string, SecretFaultRow>;

export type SecretFault = keyof typeof secretRows;
export const secretFaults: Readonly<Record<SecretFault, SecretFaultRow>> = secretRows;

interface SignatureFaultRow extends Fault {
  readonly change: (right: string, base: string, key: string) => string;
}

const signatureRows = {
  "hmac-sha256": {
    section: "3.4.2",
    name: "HMAC-SHA256 under the name of another method",
    change: (_, base, key) => hmac("sha256", base, key),
  },
  "hmac-sha512": {
    section: "3.4.2",
    name: "HMAC-SHA512 under the name of another method",
    change: (_, base, key) => hmac("sha512", base, key),
  },
  "hmac-md5": {
    section: "3.4.2",
    name: "HMAC-MD5 under the name of another method",
    change: (_, base, key) => hmac("md5", base, key),
  },
  "hmac-sha1": {
    section: "3.4.3",
    name: "HMAC-SHA1 under the name of another method",
    change: (_, base, key) => hmac("sha1", base, key),
  },
  hex: {
    section: "3.4.2",
    name: "hex in the place of base64",
    change: (right) => Buffer.from(right, "base64").toString("hex"),
  },
  "base64-of-hex": {
    section: "3.4.2",
    name: "base64 of hex",
    change: (right) => Buffer.from(Buffer.from(right, "base64").toString("hex")).toString("base64"),
  },
  "base-string-itself": {
    section: "3.4.2",
    name: "the base string as its signature",
    change: (_, base) => Buffer.from(base).toString("base64"),
  },
  "base-string-digest": {
    section: "3.4.2",
    name: "a hash that takes no key",
    change: (_, base) => createHmac("sha1", "").update(base).digest("base64"),
  },
  empty: { section: "3.4", name: "an empty signature", change: () => "" },
  "one-character": {
    section: "3.4",
    name: "a signature of one character, not its first",
    change: (right) => (right.startsWith("A") ? "B" : "A"),
  },
  "all-zero": {
    section: "3.4",
    name: "a signature of zero bytes",
    change: (right) => Buffer.alloc(Buffer.from(right, "base64").length).toString("base64"),
  },
  halved: {
    section: "3.4",
    name: "half of its signature",
    change: (right) => right.slice(0, right.length / 2),
  },
  "first-byte-changed": {
    section: "3.4",
    name: "another first byte in its signature",
    change: (right) => withByteChanged(right, 0),
  },
  "last-byte-changed": {
    section: "3.4",
    name: "another last byte in its signature",
    change: (right) => withByteChanged(right, Buffer.from(right, "base64").length - 1),
  },
  "in-other-case": {
    section: "3.4",
    name: "its signature in other case",
    change: swappedCase,
  },
  "with-more-behind": {
    section: "3.4",
    name: "more behind its signature",
    change: (right) => `${right.replace(/=+$/, "")}AAAA`,
  },
  "with-text-before": {
    section: "3.4",
    name: "more before its signature",
    change: (right) => `AAAA${right}`,
  },
  "as-list": {
    section: "3.4",
    name: "a second signature behind a comma",
    change: (right) => `AAAA,${right}`,
  },
  "encoded-twice": {
    section: "3.5",
    name: "a signature that is encoded once too often",
    change: encoded,
  },
  "the-key": {
    section: "3.4.4",
    name: "its key as the signature, under the name of another method",
    change: (_, __, key) => key,
  },
} satisfies Record<string, SignatureFaultRow>;

export type SignatureFault = keyof typeof signatureRows;
export const signatureFaults: Readonly<Record<SignatureFault, SignatureFaultRow>> = signatureRows;

function withByteChanged(base64: string, at: number): string {
  const bytes = Buffer.from(base64, "base64");
  bytes[at] = (bytes[at] ?? 0) ^ 1;
  return bytes.toString("base64");
}

function swappedCase(text: string): string {
  return text.replace(/[a-z]/gi, (letter) =>
    letter === letter.toLowerCase() ? letter.toUpperCase() : letter.toLowerCase(),
  );
}
