/** The header of RFC 5849 §3.5.1, as most clients write it or in one of the styles that a case names. */
import { encoded } from "../signing/percent-encoding.ts";
import type { HeaderStyle, Pair } from "./sent.ts";

/** The values of one or more header fields. `others`: parameters of the request, already as `name="value"`. */
export function authorizationHeader(
  protocol: readonly Pair[],
  others: readonly string[],
  style: HeaderStyle | undefined,
): readonly string[] {
  const pairs = style === "in-other-order" ? protocol.toReversed() : protocol;
  const parameters = [...pairs.map((pair) => parameter(pair, style)), ...others];
  const separator = separators[style ?? ""] ?? ", ";
  const realm = realms[style ?? ""];
  if (realm !== undefined) {
    if (style === "realm-last") parameters.push(realm);
    else parameters.unshift(realm);
  }
  const whole = `${schemes[style ?? ""] ?? "OAuth"} ${parameters.join(separator)}`;
  if (style === "absent") return [];
  if (style === "scheme-alone") return ["OAuth"];
  if (style === "without-quotes-closed") return [whole.slice(0, -1)];
  return style === "twice" ? [whole, whole] : [whole];
}

function parameter([name, value]: Pair, style: HeaderStyle | undefined): string {
  if (style === "names-encoded") return `${everyByte(name)}="${encoded(value)}"`;
  if (style === "everything-encoded") return `${encoded(name)}="${everyByte(value)}"`;
  if (style === "single-quotes") return `${encoded(name)}='${encoded(value)}'`;
  return `${encoded(name)}="${encoded(value)}"`;
}

const schemes: Readonly<Record<string, string>> = {
  "scheme-in-lower-case": "oauth",
  "scheme-in-upper-case": "OAUTH",
  "another-scheme": "Bearer",
};

const separators: Readonly<Record<string, string>> = {
  "without-spaces": ",",
  "with-tabs": ",\t",
  "without-commas": " ",
};

const realms: Readonly<Record<string, string>> = {
  "realm-first": 'realm="Photos"',
  "realm-last": 'realm="Photos"',
  "realm-empty": 'realm=""',
  "realm-with-comma": 'realm="Photos, and more"',
};

function everyByte(text: string): string {
  return Array.from(Buffer.from(text), (byte) => `%${byte.toString(16).toUpperCase()}`).join("");
}
