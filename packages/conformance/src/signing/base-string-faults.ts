/** Each base string has one fault. A provider that accepts one has not verified the signature. */
import {
  baseUri,
  byNameThenValue,
  type EncodedPair,
  joined,
  normalized,
  order,
  type SignedParts,
} from "./base-string.ts";
import { encoded } from "./percent-encoding.ts";

export interface Fault {
  readonly section: string;
  /** The words after "signed with" in reports. */
  readonly name: string;
}

interface BaseStringFaultRow extends Fault {
  readonly build: (parts: SignedParts) => string;
}

const rows = {
  "method-in-lower-case": {
    section: "3.4.1.1",
    name: "the method in lower case",
    build: (parts) => assembled({ ...textsOf(parts), method: parts.method.toLowerCase() }),
  },
  "another-method": {
    section: "3.4.1.1",
    name: "another method",
    build: (parts) => assembled({ ...textsOf(parts), method: "PUT" }),
  },
  "no-method": {
    section: "3.4.1.1",
    name: "no method",
    build: (parts) => assembled({ ...textsOf(parts), method: "" }),
  },
  "uri-not-encoded": {
    section: "3.4.1.1",
    name: "a URI that is not encoded",
    build: (parts) =>
      [parts.method, baseUri(parts.url), encoded(normalized(parts.pairs))].join("&"),
  },
  "parameters-not-encoded": {
    section: "3.4.1.1",
    name: "parameters that are not encoded as a whole",
    build: (parts) =>
      [parts.method, encoded(baseUri(parts.url)), normalized(parts.pairs)].join("&"),
  },
  "line-ends-between": {
    section: "3.4.1.1",
    name: "a line end between the parts",
    build: (parts) =>
      [parts.method, encoded(baseUri(parts.url)), encoded(normalized(parts.pairs))].join("\n"),
  },
  "another-scheme": {
    section: "3.4.1.2",
    name: "the other scheme",
    build: changed((uri, { protocol }) =>
      uri.replace(/^https?:/, protocol === "https:" ? "http:" : "https:"),
    ),
  },
  "host-in-upper-case": {
    section: "3.4.1.2",
    name: "the host in upper case",
    build: changed((uri, { host }) => uri.replace(host, host.toUpperCase())),
  },
  "another-host": {
    section: "3.4.1.2",
    name: "another host",
    build: changed((uri, { host }) => uri.replace(host, "other.example")),
  },
  "another-port": {
    section: "3.4.1.2",
    name: "another port",
    build: changed((uri, { host, hostname }) => uri.replace(host, `${hostname}:1`)),
  },
  "path-in-upper-case": {
    section: "3.4.1.2",
    name: "the path in upper case",
    build: changed((uri, { pathname }) => uri.replace(pathname, pathname.toUpperCase())),
  },
  "path-with-slash": {
    section: "3.4.1.2",
    name: "a slash behind the path",
    build: changed((uri) => `${uri}/`),
  },
  "another-path": {
    section: "3.4.1.2",
    name: "another path",
    build: changed((uri) => `${uri}2`),
  },
  "no-path": {
    section: "3.4.1.2",
    name: "no path",
    build: changed((_, { protocol, host }) => `${protocol}//${host}/`),
  },
  "query-in-uri": {
    section: "3.4.1.2",
    name: "the query in the URI",
    build: changed((uri, { search }) => `${uri}${search}`),
  },
  "own-parameters-left-out": {
    section: "3.4.1.3.1",
    name: "none of the request's own parameters",
    build: selected(([name]) => name.startsWith("oauth_")),
  },
  "protocol-parameters-left-out": {
    section: "3.4.1.3.1",
    name: "none of the protocol parameters",
    build: selected(([name]) => !name.startsWith("oauth_")),
  },
  ...leftOut("oauth_consumer_key"),
  ...leftOut("oauth_nonce"),
  ...leftOut("oauth_signature_method"),
  ...leftOut("oauth_timestamp"),
  ...leftOut("oauth_version"),
  "empty-signature-signed": {
    section: "3.4.1.3.1",
    name: "an empty oauth_signature",
    build: rearranged((pairs) => normalized([...pairs, ["oauth_signature", ""]])),
  },
  "realm-signed": {
    section: "3.4.1.3.1",
    name: "a realm",
    build: rearranged((pairs) => normalized([...pairs, ["realm", "Photos"]])),
  },
  "empty-values-left-out": {
    section: "3.4.1.3.1",
    name: "parameters without a value left out",
    build: selected(([, value]) => value !== ""),
  },
  "first-of-repeated": {
    section: "3.4.1.3.2",
    name: "the first of parameters that repeat",
    build: rearranged((pairs) => normalized(withoutRepeats(pairs))),
  },
  "last-of-repeated": {
    section: "3.4.1.3.2",
    name: "the last of parameters that repeat",
    build: rearranged((pairs) => normalized(withoutRepeats(pairs.toReversed()))),
  },
  "not-sorted": {
    section: "3.4.1.3.2",
    name: "parameters in the order in which they are sent",
    build: rearranged(joined),
  },
  "sorted-backwards": {
    section: "3.4.1.3.2",
    name: "parameters in the opposite order",
    build: rearranged((pairs) => joined(pairs.toSorted(byNameThenValue).reverse())),
  },
  "sorted-by-name-alone": {
    section: "3.4.1.3.2",
    name: "equal names in the order in which they are sent",
    build: rearranged((pairs) => joined(pairs.toSorted((a, b) => order(a[0], b[0])))),
  },
  "sorted-as-pairs": {
    section: "3.4.1.3.2",
    name: "parameters in the order of name=value",
    build: rearranged((pairs) =>
      pairs
        .map((pair) => pair.join("="))
        .sort()
        .join("&"),
    ),
  },
  "sorted-without-case": {
    section: "3.4.1.3.2",
    name: "parameters in an order that ignores case",
    build: rearranged((pairs) =>
      joined(
        pairs.toSorted((a, b) =>
          order(`${a[0].toLowerCase()} ${a[1]}`, `${b[0].toLowerCase()} ${b[1]}`),
        ),
      ),
    ),
  },
  "lower-case-hex": {
    section: "3.6",
    name: "lower-case hex",
    build: encodedAs((text) => text.replace(/%[0-9A-F]{2}/g, (one) => one.toLowerCase())),
  },
  "plus-for-space": {
    section: "3.6",
    name: "+ for a space",
    build: encodedAs((text) => text.replaceAll("%20", "+")),
  },
  "tilde-encoded": {
    section: "3.6",
    name: "an encoded tilde",
    build: encodedAs((text) => text.replaceAll("~", "%7E")),
  },
  "star-not-encoded": {
    section: "3.6",
    name: "a star that is not encoded",
    build: encodedAs((text) => text.replaceAll("%2A", "*")),
  },
  "slash-not-encoded": {
    section: "3.6",
    name: "a slash that is not encoded",
    build: encodedAs((text) => text.replaceAll("%2F", "/")),
  },
  "unreserved-encoded": {
    section: "3.6",
    name: "unreserved characters that are encoded",
    build: encodedAs((text) => text.replaceAll("-", "%2D")),
  },
  "values-encoded-twice": {
    section: "3.6",
    name: "values that are encoded once too often",
    build: encodedAs((text) => text.replaceAll("%", "%25")),
  },
  "values-not-encoded": {
    section: "3.6",
    name: "values that are not encoded",
    build: encodedAs((text) => decodeURIComponent(text)),
  },
  "latin-1": {
    section: "3.6",
    name: "Latin-1 in the place of UTF-8",
    build: encodedAs((text) => text.replaceAll("%C3%A9", "%E9")),
  },
} satisfies Record<string, BaseStringFaultRow>;

export type BaseStringFault = keyof typeof rows;
export const baseStringFaults: Readonly<Record<BaseStringFault, BaseStringFaultRow>> = rows;

interface Texts {
  readonly method: string;
  readonly uri: string;
  readonly parameters: string;
}

function textsOf({ method, url, pairs }: SignedParts): Texts {
  return { method: method.toUpperCase(), uri: baseUri(url), parameters: normalized(pairs) };
}

function assembled({ method, uri, parameters }: Texts): string {
  return [method, encoded(uri), encoded(parameters)].join("&");
}

function changed(change: (uri: string, url: URL) => string) {
  return (parts: SignedParts) => {
    const texts = textsOf(parts);
    return assembled({ ...texts, uri: change(texts.uri, parts.url) });
  };
}

function rearranged(parameters: (pairs: readonly EncodedPair[]) => string) {
  return (parts: SignedParts) =>
    assembled({ ...textsOf(parts), parameters: parameters(parts.pairs) });
}

function selected(keep: (pair: EncodedPair) => boolean) {
  return rearranged((pairs) => normalized(pairs.filter(keep)));
}

/** Changes only values that do not belong to the protocol. */
function encodedAs(change: (text: string) => string) {
  return rearranged((pairs) =>
    normalized(
      pairs.map(([name, value]) => [name, name.startsWith("oauth_") ? value : change(value)]),
    ),
  );
}

function leftOut<Name extends string>(name: Name) {
  return {
    [`${name}-left-out`]: {
      section: "3.4.1.3.1",
      name: `${name} left out`,
      build: selected((pair) => pair[0] !== name),
    },
  } as Record<`${Name}-left-out`, BaseStringFaultRow>;
}

function withoutRepeats(pairs: readonly EncodedPair[]): readonly EncodedPair[] {
  return pairs.filter(([name], at) => pairs.findIndex((one) => one[0] === name) === at);
}
