import {
  formBodyOf,
  maxParameters,
  type Parameter,
  parseForm,
  percentDecode,
  percentEncodeBytes,
  toReadableText,
} from "#oauth1";
import type { Cause } from "../cause.ts";
import { type Change, type Facts, isProtocol, same, type Weight } from "../hypothesis.ts";
import type { Encoding } from "../signing.ts";
import { nestedNames, printedIn, printStyles } from "./nested-names.ts";

/** How a client gets from the query or form that it sends to other parameters than the service reads there. */
interface Reading {
  readonly query?: (text: string) => string;
  readonly form?: (text: string) => string;
  readonly parameters?: (read: readonly Parameter[]) => readonly Parameter[];
  /** What the client encodes differently as well. */
  readonly encoding?: (encoding: Encoding) => Encoding;
  /** `signed` and `sent` are the first parameters that differ. */
  readonly cause: (signed: Parameter, sent: Parameter) => Cause;
  readonly weight: Weight;
}

/** The client makes a list of the values of a repeated name, and signs their places in it. */
const numbered: Reading = {
  parameters: (read) => {
    const byName = Map.groupBy(read, ([name]) => name);
    return read.map((pair): Parameter => {
      const [name, value] = pair;
      const equal = byName.get(name) ?? [];
      return equal.length > 1 ? [`${name}[${equal.indexOf(pair)}]`, value] : pair;
    });
  },
  cause: ([signed], [sent]) => ({ id: "brackets", signed, sent }),
  weight: 2,
};

/** What was signed and what was sent differ by one transformation: a row for each. */
const readings: readonly Reading[] = [
  {
    ...both((text) => text.replaceAll("+", "%2B")),
    cause: (_, [name]) => ({ id: "plus-unencoded", name }),
    weight: 1,
  },
  separatedBy(";", (text) => text.replaceAll(";", "&")),
  separatedBy(";", (text) => text.replace(/;|%3B/gi, "&")),
  separatedBy("&amp;", (text) => text.replaceAll("&amp;", "&")),
  {
    // A client that splits a pair at each = takes only the second part.
    ...both((text) => text.replace(/(^|&)([^=&]*=[^=&]*)=[^&]*/g, "$1$2")),
    cause: ([name, signed], [, sent]) => ({ id: "parameter-changed", name, signed, sent }),
    weight: 2,
  },
  questionMark((encoding) => encoding),
  questionMark(({ name, ...rest }) => ({
    ...rest,
    name: (bytes) => name(bytes).replace(/^%3F/, "?"),
  })),
  renamed((name) => name.replace(/\[.*$/s, "")),
  renamed((name) => name.replace(/\[\]$/, "")),
  renamed((name) => name.replace(/\[\d+\]/g, "[]")),
  renamed((name, at) => name.replace(/\[\]$/, `[${at}]`)),
  renamed(percentDecode),
  renamed(percentEncodeBytes),
  numbered,
  ...printStyles.map(
    (style): Reading => ({
      parameters: (read) => printedIn(style, read),
      cause: ([name, signed]) => ({ id: "nested-printed", name, signed }),
      weight: 2,
    }),
  ),
];

export function* otherReadings({ request }: Facts): Iterable<Change> {
  const texts = { query: request.query ?? "", form: formBodyOf(request) };
  const sent = parametersOf(texts.query, texts.form);
  for (const reading of readings) {
    const { parameters = same, encoding = same, cause, weight } = reading;
    const [query, form] = (["query", "form"] as const).map((place) =>
      texts[place] === "" ? "" : (reading[place] ?? same)(texts[place]),
    ) as [string, string];
    const isReread = query !== texts.query || form !== texts.form;
    const signed = parameters(isReread ? parametersOf(query, form) : sent);
    if (signed === sent) continue;
    const [lost, added] = [without(sent, signed), without(signed, sent)];
    const [one, other] = [added[0], lost[0]];
    if (one === undefined || other === undefined) continue;
    yield {
      weight,
      cause: cause(readable(one), readable(other)),
      parameters: (all) => [...without(all, lost), ...added],
      encoding,
    };
  }
}

/** The signature is no part of what is signed. */
function parametersOf(query: string, form: string): readonly Parameter[] {
  const read = [query, form].flatMap((text) => parseForm(text, maxParameters));
  return read.filter(([name]) => name !== "oauth_signature");
}

/** Each pair of the second list removes one equal pair of the first. */
function without(pairs: readonly Parameter[], others: readonly Parameter[]): readonly Parameter[] {
  const counts = new Map<string, number>();
  for (const pair of others) counts.set(pair.join("\0"), (counts.get(pair.join("\0")) ?? 0) + 1);
  return pairs.filter((pair) => {
    const left = counts.get(pair.join("\0")) ?? 0;
    counts.set(pair.join("\0"), left - 1);
    return left <= 0;
  });
}

function readable(pair: Parameter): Parameter {
  return [toReadableText(pair[0]), toReadableText(pair[1])];
}

function both(change: (text: string) => string): Pick<Reading, "query" | "form"> {
  return { query: change, form: change };
}

/** Some clients, frameworks and proxies separate parameters at more than `&`. */
function separatedBy(separator: ";" | "&amp;", change: (text: string) => string): Reading {
  return { ...both(change), cause: () => ({ id: "separator", separator }), weight: 2 };
}

/** The client cuts the URL before its `?`, and takes the rest for the query. */
function questionMark(encoding: NonNullable<Reading["encoding"]>): Reading {
  return {
    query: (text) => `?${text}`,
    encoding,
    cause: (_, [name]) => ({ id: "question-mark-signed", name }),
    weight: 2,
  };
}

/** Names are signed as they are sent: `ids[]` and `ids` are different names. `at` counts those with the same name. */
function renamed(change: (name: string, at: number) => string): Reading {
  return {
    parameters: (read) => {
      const counts = new Map<string, number>();
      return read.map((pair): Parameter => {
        const [name, value] = pair;
        if (isProtocol(name) || !nestedNames.test(percentDecode(name))) return pair;
        const at = counts.get(name) ?? 0;
        counts.set(name, at + 1);
        return [change(name, at), value];
      });
    },
    cause: ([signed], [sent]) => ({ id: "brackets", signed, sent }),
    weight: 2,
  };
}
