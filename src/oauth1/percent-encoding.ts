/*
 * RFC 5849 §3.6. Every string inside `oauth1` is a *binary string*: one character, U+0000 to
 * U+00FF, for each byte. A signature covers the bytes that were sent, and those need not be UTF-8;
 * decoding them as text would fold different requests into the same U+FFFD. Only what leaves the
 * folder for a reader is text.
 */

/** Encodes every byte except `A-Z a-z 0-9 - . _ ~`, with upper-case hex. RFC 5849 §3.6. */
export function percentEncode(binary: string): string {
  if (!reserved.test(binary)) return binary;
  // The built-in is faster and agrees on these bytes, but treats others as code points.
  if (!differsFromBuiltIn.test(binary)) return encodeURIComponent(binary);
  // Byte by byte, because calling a function for each match takes ten times as long, and strangers can send 64
  // KB.
  const encoded = Buffer.allocUnsafe(binary.length * 3);
  let length = 0;
  for (let at = 0; at < binary.length; at += 1) {
    const byte = binary.charCodeAt(at);
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
/** By byte. */
const isUnreserved = Uint8Array.from({ length: 256 }, (_, byte) =>
  reserved.test(String.fromCharCode(byte)) ? 0 : 1,
);

/**
 * Decodes `%XX`, hex in either case, once. Never throws: a `%` without two hex digits behind it
 * stays as it is. RFC 3986 leaves that open; PHP, Python, Ruby's form decoder and the WHATWG URL
 * parser do the same, so a client that put a bare `100%` into a query signed `100%25`.
 */
export function percentDecode(binary: string): string {
  let percent = binary.indexOf("%");
  if (percent === -1) return binary;
  let decoded = "";
  let copied = 0;
  while (percent !== -1) {
    const high = hexDigit(binary, percent + 1);
    const low = hexDigit(binary, percent + 2);
    if (high === undefined || low === undefined) {
      percent = binary.indexOf("%", percent + 1);
      continue;
    }
    decoded += binary.slice(copied, percent) + String.fromCharCode(high * 16 + low);
    copied = percent + 3;
    percent = binary.indexOf("%", copied);
  }
  return decoded + binary.slice(copied);
}

function hexDigit(binary: string, at: number): number | undefined {
  return hexDigits[binary.charCodeAt(at)];
}

/** By character code. Beyond the end of a string the code is NaN, which no entry has. */
const hexDigits: (number | undefined)[] = Array.from({ length: 256 }, (_, code) => {
  const character = String.fromCharCode(code);
  return /[0-9A-Fa-f]/.test(character) ? Number.parseInt(character, 16) : undefined;
});

/** As `percentDecode`, but `+` is a space: queries and form bodies. RFC 5849 §3.4.1.3.1. */
export function formDecode(binary: string): string {
  return percentDecode(binary.includes("+") ? binary.replace(/\+/g, " ") : binary);
}

/** Decodes UTF-8. Undefined if the bytes are not UTF-8. */
export function toText(binary: string): string | undefined {
  if (!beyondAscii.test(binary)) return binary;
  try {
    return utf8.decode(Buffer.from(binary, "latin1"));
  } catch {
    return undefined;
  }
}

/** Decodes UTF-8, with U+FFFD for invalid bytes. */
export function toReadableText(binary: string): string {
  return beyondAscii.test(binary) ? Buffer.from(binary, "latin1").toString("utf8") : binary;
}

/** The UTF-8 bytes of a text; a lone surrogate becomes U+FFFD. */
export function fromText(text: string): string {
  return beyondAscii.test(text) ? Buffer.from(text, "utf8").toString("latin1") : text;
}

const beyondAscii = /[\u0080-\uffff]/;
const utf8 = new TextDecoder("utf-8", { fatal: true, ignoreBOM: true });
