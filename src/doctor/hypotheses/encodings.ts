import { percentDecode, percentEncodeBytes, toReadableText, toText } from "#oauth1";
import type { Cause, EncodingPlace } from "../cause.ts";
import type { Change, Hypothesis } from "../hypothesis.ts";
import type { Encoding, Signing } from "../signing.ts";
import { isProtocol, maxTriedOneByOne, oneParameter } from "./one-parameter.ts";

/** Some encoders encode single characters differently from RFC 5849 §3.6. */
export const otherCharacters: Hypothesis = () => [
  ...everyPlace({ id: "plus-for-space" }, 1, (encoded) => encoded.replaceAll("%20", "+")),
  ...everyPlace({ id: "lower-hex" }, 1, lowerHex),
  ...everyPlace({ id: "tilde" }, 1, (encoded) => encoded.replaceAll("~", "%7E")),
  ...unencodedSets.flatMap((characters) =>
    everyPlace({ id: "reserved-unencoded", characters }, characters.length > 5 ? 2 : 1, (encoded) =>
      leave(encoded, characters),
    ),
  ),
  ...["-._", "_", ".", "-", "-._~"].flatMap((characters) =>
    everyPlace({ id: "unreserved-encoded", characters }, characters === "-._" ? 2 : 3, (encoded) =>
      writeOut(encoded, characters),
    ),
  ),
  ...everyPlace({ id: "form-encoding" }, 1, asForm),
];

/** JavaScript's, Java's, Python's, PHP's, and hand-written encoders leave these unencoded. */
const unencodedSets = [
  "*",
  "!'()*",
  "/",
  "'",
  "!",
  "!*",
  "()",
  "/~",
  ":",
  ",",
  "@",
  ";,/?:@&=+$-_.!~*'()#",
];

export const encodedTwice: Hypothesis = ({ signing }) => [
  change({ id: "encoded-twice", where: "values" }, 1, values(again, same)),
  change({ id: "encoded-twice", where: "values" }, 2, values(again, again)),
  change({ id: "encoded-twice", where: "list" }, 2, ({ list, ...rest }) => ({
    ...rest,
    list: (text) => percentEncodeBytes(list(text)),
  })),
  change({ id: "url-encoding", how: "twice" }, 2, ({ url, ...rest }) => ({
    ...rest,
    url: (text) => percentEncodeBytes(url(text)),
  })),
  change({ id: "encoded-twice", where: "everything" }, 2, ({ name, value, list, url }) => ({
    name: again(name),
    value: again(value),
    list: again(list),
    url: again(url),
  })),
  ...eachParameter(signing, "encoded-twice", percentEncodeBytes),
];

export const unencoded: Hypothesis = ({ signing }) => [
  change({ id: "unencoded", where: "values" }, 1, values(plain, same)),
  change({ id: "unencoded", where: "values" }, 2, values(plain, plain)),
  change({ id: "unencoded", where: "names" }, 2, values(same, plain)),
  change({ id: "unencoded", where: "list" }, 1, (encoding) => ({ ...encoding, list: identity })),
  change({ id: "url-encoding", how: "none" }, 1, (encoding) => ({ ...encoding, url: identity })),
  change({ id: "unencoded", where: "everything" }, 1, (encoding) => ({
    ...encoding,
    list: identity,
    url: identity,
  })),
  change({ id: "unencoded", where: "everything" }, 1, () => ({
    name: identity,
    value: identity,
    list: identity,
    url: identity,
  })),
  ...eachParameter(signing, "unencoded", percentDecode),
];

/** A text has several forms in Unicode, and other bytes in other character sets. */
export const otherBytes: Hypothesis = () => [
  change(
    { id: "unicode-form", signed: "NFC" },
    1,
    beforehand((text) => normalized(text, "NFC")),
  ),
  change(
    { id: "unicode-form", signed: "NFD" },
    1,
    beforehand((text) => normalized(text, "NFD")),
  ),
  change({ id: "latin1" }, 1, ({ name, value, ...rest }) => ({
    ...rest,
    name: (binary) => name(asLatin1(binary)),
    value: (binary) => value(asLatin1(binary)),
  })),
  change({ id: "latin1" }, 2, ({ name, value, ...rest }) => ({
    ...rest,
    name: (binary) => name(asUtf8(binary)),
    value: (binary) => value(asUtf8(binary)),
  })),
];

/** No language has runs of more than 30 marks (UAX #15 §13), and normalizing them takes quadratic time. */
function normalized(text: string, form: "NFC" | "NFD"): string {
  return /\p{M}{31}/u.test(text) ? text : text.normalize(form);
}

/** A faulty encoder may be used for the names and values, for the list and the URL, or for both. */
function everyPlace(
  cause: Cause,
  weight: Change["weight"],
  rewrite: (encoded: string) => string,
): Change[] {
  const rewritten = (encoder: (binary: string) => string) => (binary: string) =>
    rewrite(encoder(binary));
  const inner = ({ name, value, ...rest }: Encoding): Encoding => ({
    ...rest,
    name: rewritten(name),
    value: rewritten(value),
  });
  const outer = ({ list, url, ...rest }: Encoding): Encoding => ({
    ...rest,
    list: rewritten(list),
    url: rewritten(url),
  });
  return [
    change(cause, weight, (encoding) => outer(inner(encoding))),
    change(cause, weight, inner),
    change(cause, 3, outer),
  ];
}

function change(
  cause: Cause,
  weight: Change["weight"],
  replace: (encoding: Encoding) => Encoding,
): Change {
  return {
    cause,
    parts: ["encoding"],
    weight,
    apply: (signing) => ({ ...signing, encoding: replace(signing.encoding) }),
  };
}

type Rewrite = (encoder: (binary: string) => string) => (binary: string) => string;
const same: Rewrite = (encoder) => encoder;
const plain: Rewrite = () => identity;
const again: Rewrite = (encoder) => (binary) => percentEncodeBytes(encoder(binary));

function values(ofValue: Rewrite, ofName: Rewrite): (encoding: Encoding) => Encoding {
  return ({ name, value, ...rest }) => ({ ...rest, name: ofName(name), value: ofValue(value) });
}

/** The client may encode one value once too often, or once too little, before it signs. */
function eachParameter(
  { parameters }: Signing,
  id: "encoded-twice" | "unencoded",
  rewrite: (value: string) => string,
): Change[] {
  return parameters.slice(0, maxTriedOneByOne).flatMap((pair) => {
    const [name, value] = pair;
    const signed = rewrite(value);
    if (signed === value) return [];
    const where: EncodingPlace = { name: toReadableText(name) };
    return [oneParameter({ id, where }, pair, isProtocol(name) ? 1 : 2, [name, signed])];
  });
}

function beforehand(rewrite: (text: string) => string): (encoding: Encoding) => Encoding {
  const bytes = (binary: string) => {
    const text = toText(binary);
    return text === undefined ? binary : Buffer.from(rewrite(text), "utf8").toString("latin1");
  };
  return ({ name, value, ...rest }) => ({
    ...rest,
    name: (binary) => name(bytes(binary)),
    value: (binary) => value(bytes(binary)),
  });
}

/** The text was sent as UTF-8 by a client that signs text as Latin-1. */
function asLatin1(binary: string): string {
  const text = toText(binary);
  return text === undefined || /[^\0-\xff]/.test(text) ? binary : text;
}

/** The text was sent as Latin-1 by a client that signs UTF-8. */
function asUtf8(binary: string): string {
  return toText(binary) === undefined ? Buffer.from(binary, "utf8").toString("latin1") : binary;
}

function identity(binary: string): string {
  return binary;
}

function lowerHex(encoded: string): string {
  return encoded.replace(/%[0-9A-F]{2}/g, (octet) => octet.toLowerCase());
}

/** Java's URLEncoder and browsers' forms encode like this. */
function asForm(encoded: string): string {
  return encoded.replaceAll("%20", "+").replaceAll("~", "%7E").replaceAll("%2A", "*");
}

function leave(encoded: string, characters: string): string {
  return encoded.replace(/%[0-9A-F]{2}/g, (octet) => {
    const character = percentDecode(octet);
    return characters.includes(character) ? character : octet;
  });
}

function writeOut(encoded: string, characters: string): string {
  return encoded.replace(/[-._~]/g, (character) =>
    characters.includes(character)
      ? `%${character.charCodeAt(0).toString(16).toUpperCase()}`
      : character,
  );
}
