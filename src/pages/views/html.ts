/**
 * Its class stays in this file, so that a string becomes `Html` only through `html`, which escapes
 * it, or `unsafeRaw`.
 */
export type Html = Markup;

/** `Html` stays unchanged, text is escaped, and absent values print nothing. */
export type Printable = Html | string | number | false | null | undefined | readonly Printable[];

/** Values are escaped, unless they are `Html` already. Attributes must be quoted. */
export function html(literals: TemplateStringsArray, ...values: readonly Printable[]): Html {
  let text = literals[0] ?? "";
  for (const [index, value] of values.entries()) {
    text += print(value) + (literals[index + 1] ?? "");
  }
  return new Markup(text);
}

/** Trusts `markup` without any check. Script can enter a page through every use of it. */
export function unsafeRaw(markup: string): Html {
  return new Markup(markup);
}

class Markup {
  readonly #text: string;

  constructor(text: string) {
    this.#text = text;
  }

  toString(): string {
    return this.#text;
  }
}

function print(value: Printable): string {
  if (value === null || value === undefined || value === false) return "";
  if (value instanceof Markup) return value.toString();
  if (isList(value)) return value.map(print).join("");
  return escaped(String(value));
}

function isList(value: Printable): value is readonly Printable[] {
  return Array.isArray(value);
}

/** The result fits text and quoted attributes. */
function escaped(text: string): string {
  return text.replace(/["&'<=>]/g, (character) => `&#${character.charCodeAt(0)};`);
}
