import { Buffer } from "node:buffer";

/**
 * A string with one character, U+0000 to U+00FF, for each byte: what Node, Bun, Deno and `fetch` give for a URL and
 * for headers. A signature covers the bytes that were sent, and they need not be UTF-8; decoding them as text would
 * make different requests equal. Everything that a signature covers is a byte string until `toText` makes it text.
 */
export type ByteString = string;

/**
 * Percent-encodes a text as UTF-8: every byte except `A-Z a-z 0-9 - . _ ~`, with upper-case hex. A lone surrogate
 * becomes U+FFFD. RFC 5849 §3.6.
 *
 * `encodeURIComponent` differs: it leaves `! * ' ( )` as they are and throws at a lone surrogate.
 */
export function percentEncode(text: string): string {
  return percentEncodeBytes(fromText(text));
}

/** As `percentEncode`, for bytes that need not be UTF-8. RFC 5849 §3.6. */
export function percentEncodeBytes(bytes: ByteString): string {
  if (!reserved.test(bytes)) return bytes;
  // The built-in is faster and agrees on these bytes, but treats others as code points.
  if (!differsFromBuiltIn.test(bytes)) return encodeURIComponent(bytes);
  // A loop, because calling a function for each match takes ten times as long.
  const encoded = Buffer.allocUnsafe(bytes.length * 3);
  let length = 0;
  for (let at = 0; at < bytes.length; at += 1) {
    const byte = bytes.charCodeAt(at);
    if (isUnreserved[byte] === 1) {
      encoded[length++] = byte;
    } else {
      encoded[length++] = 0x25;
      encoded[length++] = upperHex.charCodeAt(byte >> 4);
      encoded[length++] = upperHex.charCodeAt(byte & 15);
    }
  }
  return encoded.toString("latin1", 0, length);
}

const reserved = /[^A-Za-z0-9\-._~]/;
const differsFromBuiltIn = /[!'()*\x80-\xff]/;
const upperHex = "0123456789ABCDEF";
/** Indexed by byte. */
const isUnreserved = Uint8Array.from({ length: 256 }, (_, byte) =>
  reserved.test(String.fromCharCode(byte)) ? 0 : 1,
);

/**
 * Decodes `%XX`, hex in either case, once. Never throws: a `%` without two hex digits after it stays as it is.
 * RFC 3986 leaves that open; PHP, Python, Ruby's form decoder and the WHATWG URL parser do the same, so a client
 * that put a bare `100%` into a query signed `100%25`.
 */
export function percentDecode(bytes: ByteString): ByteString {
  let percent = bytes.indexOf("%");
  if (percent === -1) return bytes;
  let decoded = "";
  let copied = 0;
  while (percent !== -1) {
    const high = hexDigit(bytes, percent + 1);
    const low = hexDigit(bytes, percent + 2);
    if (high === undefined || low === undefined) {
      percent = bytes.indexOf("%", percent + 1);
      continue;
    }
    decoded += bytes.slice(copied, percent) + String.fromCharCode(high * 16 + low);
    copied = percent + 3;
    percent = bytes.indexOf("%", copied);
  }
  return decoded + bytes.slice(copied);
}

function hexDigit(bytes: ByteString, at: number): number | undefined {
  return hexDigits[bytes.charCodeAt(at)];
}

/** Indexed by character code. The code beyond the end of a string is NaN, which no entry has. */
const hexDigits: (number | undefined)[] = Array.from({ length: 256 }, (_, code) => {
  const character = String.fromCharCode(code);
  return /[0-9A-Fa-f]/.test(character) ? Number.parseInt(character, 16) : undefined;
});

/** As `percentDecode`, but `+` is a space, as in queries and form bodies. RFC 5849 §3.4.1.3.1. */
export function formDecode(bytes: ByteString): ByteString {
  return percentDecode(bytes.includes("+") ? bytes.replace(/\+/g, " ") : bytes);
}

/** Decodes UTF-8. Returns undefined if the bytes are not UTF-8. */
export function toText(bytes: ByteString): string | undefined {
  if (!beyondAscii.test(bytes)) return bytes;
  try {
    return utf8.decode(Buffer.from(bytes, "latin1"));
  } catch {
    return undefined;
  }
}

/** Decodes UTF-8, with U+FFFD for bytes that are not UTF-8. To show a value to a reader, never to compare it. */
export function toReadableText(bytes: ByteString): string {
  return beyondAscii.test(bytes) ? Buffer.from(bytes, "latin1").toString("utf8") : bytes;
}

/** The UTF-8 bytes of a text. A lone surrogate becomes U+FFFD. */
export function fromText(text: string): ByteString {
  return beyondAscii.test(text) ? Buffer.from(text, "utf8").toString("latin1") : text;
}

const beyondAscii = /[\u0080-\uffff]/;
const utf8 = new TextDecoder("utf-8", { fatal: true, ignoreBOM: true });
