import { fromText, type Parameter, toReadableText, toText } from "#oauth1";
import type { Change, Facts, Hypothesis } from "../hypothesis.ts";
import { maxTriedOneByOne, oneParameter } from "./one-parameter.ts";

export const changedParameter: Hypothesis = (facts) =>
  facts.signing.parameters.slice(0, maxTriedOneByOne).flatMap((pair) => {
    const seen = new Set([pair[1]]);
    return valuesBefore(pair, facts).flatMap(([signed, weight]) => {
      if (seen.has(signed)) return [];
      seen.add(signed);
      return [changed(pair, [pair[0], signed], weight)];
    });
  });

/** `+` in a query or a form means a space. A client that did not encode a plus sign signed the plus. */
export const unencodedPlus: Hypothesis = ({ signing }) =>
  signing.parameters.slice(0, maxTriedOneByOne).flatMap((pair) => {
    const [name, value] = pair;
    if (!value.includes(" ")) return [];
    const cause = { id: "plus-unencoded", name: toReadableText(name) } as const;
    return [oneParameter(cause, pair, 1, [name, value.replaceAll(" ", "+")])];
  });

/** Clients that keep parameters in a map sign only one value of a name, or all of them joined. */
export const repeatedParameter: Hypothesis = ({ signing: { parameters } }) => {
  const byName = Map.groupBy(parameters, ([name]) => name);
  return [...byName]
    .filter(([, pairs]) => pairs.length > 1)
    .slice(0, 8)
    .flatMap(([name, pairs]) => {
      const values = pairs.map(([, value]) => value);
      return [values.join(","), ...values].map((signed): Change => {
        const sent = values.join(", ");
        return {
          cause: {
            id: "parameter-changed",
            name: toReadableText(name),
            signed: toReadableText(signed),
            sent: toReadableText(sent),
          },
          parts: ["parameters"],
          weight: 2,
          apply: (signing) => ({
            ...signing,
            parameters: [...signing.parameters.filter((pair) => pair[0] !== name), [name, signed]],
          }),
        };
      });
    });
};

export const changedName: Hypothesis = ({ signing: { parameters } }) =>
  parameters.slice(0, maxTriedOneByOne).flatMap((pair) => {
    const [name, value] = pair;
    const signed = name.toLowerCase();
    return signed === name ? [] : [changed(pair, [signed, value], 4)];
  });

function changed(pair: Parameter, signed: Parameter, weight: Change["weight"]): Change {
  const [name, sent, before] = [pair[0], pair[1], signed[1]].map(toReadableText) as [
    string,
    string,
    string,
  ];
  const renamed = pair[0] !== signed[0];
  const cause = renamed
    ? { name, signed: toReadableText(signed[0]), sent: name }
    : { name, signed: before, sent };
  return oneParameter({ id: "parameter-changed", ...cause }, pair, weight, signed);
}

type Before = readonly [value: string, weight: Change["weight"]];

function valuesBefore([name, value]: Parameter, { known }: Facts): readonly Before[] {
  if (name === "oauth_timestamp") return times(value);
  // A nonce is random, so its earlier value can't be guessed; keys.ts looks at the consumer key.
  if (name === "oauth_nonce" || name === "oauth_consumer_key") return [];
  const usual: Before[] = [
    [value.trim(), 1],
    [`${value} `, 2],
    [` ${value}`, 3],
    [`${value}\n`, 3],
    [recased(value, (text) => text.toLowerCase()), 2],
    [recased(value, (text) => text.toUpperCase()), 3],
    [value.replaceAll("+", " "), 3],
    [value.replaceAll("&", "&amp;"), 3],
    [value.replaceAll("&amp;", "&"), 3],
    [value.replaceAll("\r\n", "\n"), 1],
    [value.replace(/\r?\n/g, "\r\n"), 2],
    [`"${value}"`, 3],
    [value.replace(/^"(.*)"$/s, "$1"), 3],
    ["", 3],
    ...spellings(value).map((one): Before => [one, 3]),
  ];
  if (!/^(?:https?:|[a-z][a-z0-9.+-]*:\/)/i.test(value)) return usual;
  return [
    ...usual,
    [value.endsWith("/") ? value.slice(0, -1) : `${value}/`, 1],
    [value.replace(/^https:/, "http:"), 2],
    [value.replace(/^http:/, "https:"), 2],
    ...(name === "oauth_callback" ? [...known.application.callbacks, "oob"] : []).map(
      (one): Before => [fromText(one), 1],
    ),
  ];
}

/** A letter beyond ASCII has several bytes, so the text is decoded first. */
function recased(binary: string, change: (text: string) => string): string {
  const text = toText(binary);
  return text === undefined ? binary : fromText(change(text));
}

/** A client that reads its clock twice may sign one second and send another. */
function times(value: string): Before[] {
  const seconds = Number(value);
  if (!Number.isSafeInteger(seconds)) return [];
  const near = [-1, 1].map((step): Before => [String(seconds + step), 2]);
  near.push(...[-2, 2, -3, 3].map((step): Before => [String(seconds + step), 4]));
  return [...near, [`${value}000`, 3], [String(Math.floor(seconds / 1000)), 3]];
}

function spellings(value: string): string[] {
  const family = families.find((one) => one.includes(value));
  const others = family === undefined ? [] : family.filter((one) => one !== value);
  if (!/^-?[0-9]{1,15}(?:\.[0-9]{1,15})?$/.test(value)) return others;
  const whole = `${value}.0`;
  return [...others, String(Number(value)), ...(value.includes(".") ? [] : [whole])];
}

const families = [
  ["true", "True", "TRUE", "1", "on", "t"],
  ["false", "False", "FALSE", "0", "off", ""],
  ["null", "undefined", "None", "nil", ""],
];
