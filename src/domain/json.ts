/**
 * JSON from outside is I-JSON (RFC 7493): UTF-8, no lone surrogates, no name twice. RFC 8259 leaves open which of two
 * equal names counts, so a proxy and this service could each read another one; and a lone surrogate would be stored as
 * U+FFFD, which is then equal to other text, such as another password.
 */

/** How much a text may hold. It is counted before anything looks at the values. */
export interface JsonBounds {
  /** In one array or object. */
  readonly maxEntries: number;
  /** In all of them. */
  readonly maxValues: number;
}

/** The message is a predicate, such as `is not JSON`. It may have the name of a member, and never a value. */
export class BadJson extends Error {
  /** The name of the member with the problem, if it has one. */
  readonly member: string | undefined;

  constructor(message: string, member?: string) {
    super(message);
    this.member = member;
  }
}

/** Takes time linear in the length. Throws `BadJson`. */
export function parseJson(sent: Uint8Array | string, bounds: JsonBounds = unbounded): unknown {
  const text = typeof sent === "string" ? sent : utf8Text(sent);
  if (text === undefined) throw new BadJson("is not UTF-8");
  if (text === sent && !text.isWellFormed()) throw loneSurrogate();
  try {
    inspect(text, bounds);
    return JSON.parse(text);
  } catch (error) {
    // The parser's message repeats the text.
    throw error instanceof BadJson ? error : new BadJson("is not JSON");
  }
}

const unbounded: JsonBounds = { maxEntries: Infinity, maxValues: Infinity };

/** Returns undefined if the bytes are not UTF-8. A byte order mark is left out. */
export function utf8Text(bytes: Uint8Array): string | undefined {
  try {
    return new TextDecoder("utf-8", { fatal: true }).decode(bytes);
  } catch {
    return undefined;
  }
}

interface Container {
  /** Undefined for an array. */
  readonly names: Set<string> | undefined;
  entries: number;
}

/** Runs before the parser, which takes much longer for many values. The text need not be JSON. */
function inspect(text: string, { maxEntries, maxValues }: JsonBounds): void {
  const open: Container[] = [];
  let innermost: Container | undefined;
  let values = 1;
  for (let at = 0; at < text.length; at += 1) {
    const character = text.charCodeAt(at);
    switch (character) {
      case openingBrace:
      case openingBracket:
        innermost = { names: character === openingBrace ? new Set() : undefined, entries: 1 };
        open.push(innermost);
        values += 1;
        break;
      case closingBrace:
      case closingBracket:
        open.pop();
        innermost = open.at(-1);
        break;
      case comma:
        values += 1;
        if (innermost === undefined) return;
        innermost.entries += 1;
        if (innermost.entries > maxEntries) throw tooMany(innermost, maxEntries);
        break;
      case quote: {
        const end = endOfString(text, at);
        const content = contentOf(text, at, end);
        if (isName(text, end)) addName(innermost?.names, content);
        at = end - 1;
        break;
      }
    }
    if (values > maxValues) throw new BadJson(`has more than ${maxValues} values`);
  }
}

function tooMany({ names }: Container, maxEntries: number): BadJson {
  const kind = names === undefined ? "an array" : "an object";
  return new BadJson(`has ${kind} with more than ${maxEntries} entries`);
}

const openingBrace = 0x7b;
const closingBrace = 0x7d;
const openingBracket = 0x5b;
const closingBracket = 0x5d;
const comma = 0x2c;
const quote = 0x22;

/** Each run of backslashes is before one quote, so all of them together are passed once. */
function endOfString(text: string, start: number): number {
  let end = text.indexOf('"', start + 1);
  while (end !== -1 && isEscaped(text, end)) end = text.indexOf('"', end + 1);
  return end === -1 ? text.length : end + 1;
}

function isEscaped(text: string, at: number): boolean {
  let backslashes = 0;
  while (text[at - 1 - backslashes] === "\\") backslashes += 1;
  return backslashes % 2 === 1;
}

/** Only an escape can still hold half a pair. */
function contentOf(text: string, start: number, end: number): string {
  const raw = text.slice(start + 1, end - 1);
  if (!raw.includes("\\")) return raw;
  const content: string = JSON.parse(text.slice(start, end));
  if (!content.isWellFormed()) throw loneSurrogate();
  return content;
}

/** In JSON, a colon follows a name and nothing else. */
function isName(text: string, after: number): boolean {
  space.lastIndex = after;
  space.test(text);
  return text[space.lastIndex] === ":";
}

const space = /[ \t\r\n]*/y;

function addName(names: Set<string> | undefined, name: string): void {
  // Code that copies members one by one would set the prototype of its copy.
  if (name === "__proto__") throw new BadJson("cannot have a member __proto__", name);
  if (names?.has(name)) {
    throw new BadJson(`has the member ${JSON.stringify(name.slice(0, 40))} twice`, name);
  }
  names?.add(name);
}

function loneSurrogate(): BadJson {
  return new BadJson("has text that is not Unicode: a surrogate without its other half");
}
