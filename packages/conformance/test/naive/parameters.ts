/** Reads a request's parameters independently: it shares no code with the service or the kit. */
import type { Defect } from "./defects.ts";

export interface Parameter {
  readonly name: string;
  readonly value: string;
  readonly place: "header" | "query" | "form";
}

/** Binary strings, with one character for each byte. */
export function parametersOf(
  request: { authorization: string | undefined; query: string; form: string },
  has: (defect: Defect) => boolean,
): Parameter[] {
  const parameters: Parameter[] = [];
  const pairs = (text: string, place: "query" | "form") => {
    for (const piece of text.split("&")) {
      if (piece === "") continue;
      const at = piece.indexOf("=");
      const [name, value] = at < 0 ? [piece, ""] : [piece.slice(0, at), piece.slice(at + 1)];
      parameters.push({ name: formDecoded(name, has), value: formDecoded(value, has), place });
    }
  };
  const header = headerPairs(request.authorization, has);
  for (const [name, value] of header) {
    parameters.push({ name: decoded(name, has), value: decoded(value, has), place: "header" });
  }
  pairs(request.query, "query");
  pairs(request.form, "form");
  if (!has("names-in-any-case")) return parameters;
  return parameters.map((one) =>
    /^oauth_/i.test(one.name) ? { ...one, name: one.name.toLowerCase() } : one,
  );
}

function headerPairs(
  header: string | undefined,
  has: (defect: Defect) => boolean,
): [string, string][] {
  const scheme = has("scheme-as-written") ? /^OAuth\s+/ : /^OAuth\s+/i;
  if (header === undefined || !scheme.test(header)) return [];
  const rest = header.replace(scheme, "");
  if (has("header-split-at-commas")) {
    return rest.split(",").map((piece): [string, string] => {
      const [name = "", value = ""] = piece.trim().split("=", 2);
      return [name, value.replace(/^"|"$/g, "")];
    });
  }
  return [...rest.matchAll(/([^\s=,"]+)\s*=\s*"([^"]*)"/g)].map(([, name = "", value = ""]) => [
    name,
    value,
  ]);
}

function formDecoded(text: string, has: (defect: Defect) => boolean): string {
  return decoded(has("plus-kept") ? text : text.split("+").join(" "), has);
}

function decoded(text: string, has: (defect: Defect) => boolean): string {
  if (has("decoder-throws")) return Buffer.from(decodeURIComponent(text)).toString("latin1");
  return text.replace(/%([0-9A-Fa-f]{2})/g, (_, hex: string) =>
    String.fromCharCode(Number.parseInt(hex, 16)),
  );
}

export function encodedBytes(binary: string, has: (defect: Defect) => boolean): string {
  const left = has("star-kept") ? /[^\w.~!*'()-]/g : /[^\w.~-]/g;
  return binary.replace(
    left,
    (character) => `%${character.charCodeAt(0).toString(16).padStart(2, "0").toUpperCase()}`,
  );
}
