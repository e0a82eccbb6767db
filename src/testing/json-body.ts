/** Reads the bodies that tests in other languages send. Every value is checked, and unknown names are errors. */
import type { IncomingMessage } from "node:http";
import { Misuse } from "./misuse.ts";

export type JsonObject = Readonly<Record<string, unknown>>;

const mostBytes = 64 * 1024;

/** An empty body is an empty object. Throws `Misuse`. */
export async function jsonBody(request: IncomingMessage): Promise<JsonObject> {
  const chunks: Buffer[] = [];
  let bytes = 0;
  for await (const chunk of request as AsyncIterable<Buffer>) {
    bytes += chunk.length;
    if (bytes > mostBytes) throw new Misuse("the body is over 64 KB");
    chunks.push(chunk);
  }
  const text = Buffer.concat(chunks).toString();
  if (text === "") return {};
  return asObject(parsed(text), "the body");
}

function parsed(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    throw new Misuse("the body is not JSON");
  }
}

export function asObject(value: unknown, what: string): JsonObject {
  if (typeof value === "object" && value !== null && !Array.isArray(value)) {
    return value as JsonObject;
  }
  throw new Misuse(`${what} is a JSON object`);
}

type Kind = "string" | "number" | "boolean" | "strings" | "object" | "objects";
type Read<K extends Kind> = K extends "string"
  ? string
  : K extends "number"
    ? number
    : K extends "boolean"
      ? boolean
      : K extends "strings"
        ? readonly string[]
        : K extends "object"
          ? JsonObject
          : readonly JsonObject[];

/** The members that are present. Throws `Misuse` if one is of the wrong kind, or if `kinds` does not list it. */
export function members<Kinds extends Readonly<Record<string, Kind>>>(
  body: JsonObject,
  kinds: Kinds,
): { readonly [Name in keyof Kinds]?: Read<Kinds[Name]> } {
  for (const [name, value] of Object.entries(body)) {
    const kind = Object.hasOwn(kinds, name) ? kinds[name] : undefined;
    if (kind === undefined) {
      throw new Misuse(`there is no member ${name}; there are ${Object.keys(kinds).join(", ")}`);
    }
    if (!isOf(kind, value)) throw new Misuse(`${name} is ${called[kind]}`);
  }
  return body as { readonly [Name in keyof Kinds]?: Read<Kinds[Name]> };
}

const called: Readonly<Record<Kind, string>> = {
  string: "a text",
  number: "a number",
  boolean: "true or false",
  strings: "a list of texts",
  object: "a JSON object",
  objects: "a list of JSON objects",
};

function isOf(kind: Kind, value: unknown): boolean {
  const isObject = (one: unknown) => typeof one === "object" && one !== null && !Array.isArray(one);
  switch (kind) {
    case "strings":
      return Array.isArray(value) && value.every((one) => typeof one === "string");
    case "objects":
      return Array.isArray(value) && value.every(isObject);
    case "object":
      return isObject(value);
    default:
      return typeof value === kind;
  }
}

export function required<T>(value: T | undefined, name: string): T {
  if (value === undefined) throw new Misuse(`${name} is missing`);
  return value;
}
