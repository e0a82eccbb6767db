import { fromText, percentDecode, percentEncodeBytes, toReadableText, toText } from "#oauth1";
import type { Cause } from "../cause.ts";
import {
  type Change,
  eachParameter,
  type Facts,
  isProtocol,
  same,
  type Weight,
} from "../hypothesis.ts";
import type { Encoder, Encoding } from "../signing.ts";

type Rewrite = (text: string) => string;
/** What a client does to the encoder of each part of the base string. */
type Encoders = { readonly [Part in keyof Encoding]?: (rfc: Encoder) => Encoder };

export function* encodings({ signing }: Facts): Iterable<Change> {
  for (const [weight, cause, rewrite] of characters) {
    const encoder = after(rewrite);
    const [inner, outer] = [
      { name: encoder, value: encoder },
      { list: encoder, url: encoder },
    ];
    yield { weight, cause, encoding: replacing({ ...inner, ...outer }) };
    yield { weight, cause, encoding: replacing(inner) };
    yield { weight: 3, cause, encoding: replacing(outer) };
  }
  for (const [id, rewrite] of [
    ["encoded-twice", percentEncodeBytes],
    ["unencoded", percentDecode],
  ] as const) {
    for (const [weight, cause, encoders] of amounts[id]) {
      yield { weight, cause, encoding: replacing(encoders) };
    }
    // The client may encode one value once too often, or once too little, before it signs.
    for (const sent of eachParameter(signing)) {
      const [name, value] = sent;
      const weight = isProtocol(name) ? 1 : 2;
      const cause: Cause = { id, where: { name: toReadableText(name) } };
      const signed = rewrite(value);
      if (signed !== value) yield { weight, cause, one: { sent, signed: [[name, signed]] } };
    }
  }
  for (const [weight, cause, rewrite] of bytes) {
    const encoder = before(rewrite);
    yield { weight, cause, encoding: replacing({ name: encoder, value: encoder }) };
  }
  // `+` in a query or a form means a space. A client that did not encode a plus sign signed the plus.
  for (const sent of eachParameter(signing)) {
    const [name, value] = sent;
    const cause: Cause = { id: "plus-unencoded", name: toReadableText(name) };
    const signed = [[name, value.replaceAll(" ", "+")]] as const;
    if (value.includes(" ")) yield { weight: 1, cause, one: { sent, signed } };
  }
}

/**
 * Some encoders encode single characters differently from RFC 5849 §3.6. One may be used for the names and values, for
 * the list and the URL, or for both.
 */
const characters: readonly (readonly [Weight, Cause, Rewrite])[] = [
  [1, { id: "plus-for-space" }, (encoded) => encoded.replaceAll("%20", "+")],
  [1, { id: "lower-hex" }, (encoded) => eachOctet(encoded, (octet) => octet.toLowerCase())],
  [1, { id: "tilde" }, (encoded) => encoded.replaceAll("~", "%7E")],
  // JavaScript's, Java's, Python's, PHP's, and hand-written encoders leave these unencoded.
  ...["*", "!'()*", "/", "'", "!", "!*", "()", "/~", ":", ",", "@"].map((some) => left(1, some)),
  left(2, ";,/?:@&=+$-_.!~*'()#"),
  written(2, "-._"),
  ...["_", ".", "-", "-._~"].map((some) => written(3, some)),
  // Java's URLEncoder and browsers' forms encode like this.
  [
    1,
    { id: "form-encoding" },
    (encoded) => encoded.replaceAll("%20", "+").replaceAll("~", "%7E").replaceAll("%2A", "*"),
  ],
];

function left(weight: Weight, some: string): readonly [Weight, Cause, Rewrite] {
  const decoded = (octet: string) => {
    const character = percentDecode(octet);
    return some.includes(character) ? character : octet;
  };
  const cause = { id: "reserved-unencoded", characters: some } as const;
  return [weight, cause, (encoded) => eachOctet(encoded, decoded)];
}

function written(weight: Weight, some: string): readonly [Weight, Cause, Rewrite] {
  const octet = (character: string) =>
    some.includes(character) ? `%${character.charCodeAt(0).toString(16).toUpperCase()}` : character;
  const cause = { id: "unreserved-encoded", characters: some } as const;
  return [weight, cause, (encoded) => encoded.replace(/[-._~]/g, octet)];
}

function eachOctet(encoded: string, rewrite: Rewrite): string {
  return encoded.replace(/%[0-9A-F]{2}/g, rewrite);
}

const again = after(percentEncodeBytes);
const none = () => same<string>;

const amounts: Readonly<
  Record<"encoded-twice" | "unencoded", readonly (readonly [Weight, Cause, Encoders])[]>
> = {
  "encoded-twice": [
    [1, { id: "encoded-twice", where: "values" }, { value: again }],
    [2, { id: "encoded-twice", where: "values" }, { name: again, value: again }],
    [2, { id: "encoded-twice", where: "list" }, { list: again }],
    [2, { id: "url-encoding", how: "twice" }, { url: again }],
    [
      2,
      { id: "encoded-twice", where: "everything" },
      { name: again, value: again, list: again, url: again },
    ],
  ],
  unencoded: [
    [1, { id: "unencoded", where: "values" }, { value: none }],
    [2, { id: "unencoded", where: "values" }, { name: none, value: none }],
    [2, { id: "unencoded", where: "names" }, { name: none }],
    [1, { id: "unencoded", where: "list" }, { list: none }],
    [1, { id: "url-encoding", how: "none" }, { url: none }],
    [1, { id: "unencoded", where: "everything" }, { list: none, url: none }],
    [
      1,
      { id: "unencoded", where: "everything" },
      { name: none, value: none, list: none, url: none },
    ],
  ],
};

/** A text has several forms in Unicode, and other bytes in other character sets. */
const bytes: readonly (readonly [Weight, Cause, Rewrite])[] = [
  [1, { id: "unicode-form", signed: "NFC" }, (binary) => normalized(binary, "NFC")],
  [1, { id: "unicode-form", signed: "NFD" }, (binary) => normalized(binary, "NFD")],
  [1, { id: "latin1" }, asLatin1],
  [2, { id: "latin1" }, asUtf8],
];

/** No language has runs of more than 30 marks (UAX #15 §13), and normalizing them takes quadratic time. */
function normalized(binary: string, form: "NFC" | "NFD"): string {
  const text = toText(binary);
  if (text === undefined || /\p{M}{31}/u.test(text)) return binary;
  return fromText(text.normalize(form));
}

/** The text was sent as UTF-8 by a client that signs text as Latin-1. */
function asLatin1(binary: string): string {
  const text = toText(binary);
  return text === undefined || /[^\0-\xff]/.test(text) ? binary : text;
}

/** The text was sent as Latin-1 by a client that signs UTF-8. */
function asUtf8(binary: string): string {
  return toText(binary) === undefined ? fromText(binary) : binary;
}

function replacing(encoders: Encoders): (encoding: Encoding) => Encoding {
  return ({ name, value, list, url }) => ({
    name: (encoders.name ?? same)(name),
    value: (encoders.value ?? same)(value),
    list: (encoders.list ?? same)(list),
    url: (encoders.url ?? same)(url),
  });
}

function after(rewrite: Rewrite): (encoder: Encoder) => Encoder {
  return (encoder) => (binary) => rewrite(encoder(binary));
}

function before(rewrite: Rewrite): (encoder: Encoder) => Encoder {
  return (encoder) => (binary) => encoder(rewrite(binary));
}
