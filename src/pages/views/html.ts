/**
 * Its class stays in this file, so that a string becomes `Html` only through `html`, which escapes
 * it, or `unsafeRaw`.
 */
export type Html = Markup;

/** These have their file in `script/`. They are in the order in which a page loads them. */
export const scriptNames = [
  // Charts are drawn from what this script writes.
  "dates",
  "passkey",
  "chart",
  "copy",
  "countdown",
  "show-password",
  "password-meter",
  "busy",
  "search",
  "live",
  "preview",
] as const;
export type ScriptName = (typeof scriptNames)[number];

/**
 * What a page needs because of a part of it: a script, a title that starts with "Problem:", or a policy that allows
 * scripts, or their requests to the service.
 */
export type PageNeed = ScriptName | "problem-title" | "script-policy" | "connect-policy";

/** `Html` stays unchanged, text is escaped, and absent values print nothing. */
export type Printable = Html | string | number | false | null | undefined | readonly Printable[];

/** Values are escaped, unless they are `Html` already. Attributes must be quoted. */
export function html(literals: TemplateStringsArray, ...values: readonly Printable[]): Html {
  const needs = new Set<PageNeed>();
  let text = literals[0] ?? "";
  for (const [index, value] of values.entries()) {
    text += print(value, needs) + (literals[index + 1] ?? "");
  }
  return new Markup(text, needs);
}

/** The same markup, on a page that has what it needs. */
export function needing(need: PageNeed, markup: Html): Html {
  return new Markup(markup.toString(), new Set([...markup.needs, need]));
}

/** Trusts `markup` without any check. Script can enter a page through every use of it. */
export function unsafeRaw(markup: string): Html {
  return new Markup(markup, new Set());
}

class Markup {
  readonly #text: string;
  readonly needs: ReadonlySet<PageNeed>;

  constructor(text: string, needs: ReadonlySet<PageNeed>) {
    this.#text = text;
    this.needs = needs;
  }

  toString(): string {
    return this.#text;
  }
}

/** Adds to `needs` those of the markup in `value`. */
function print(value: Printable, needs: Set<PageNeed>): string {
  if (value === null || value === undefined || value === false) return "";
  if (value instanceof Markup) {
    for (const need of value.needs) needs.add(need);
    return value.toString();
  }
  if (isList(value)) return value.map((one) => print(one, needs)).join("");
  return escaped(String(value));
}

function isList(value: Printable): value is readonly Printable[] {
  return Array.isArray(value);
}

/** The result fits text and quoted attributes. */
function escaped(text: string): string {
  return text.replace(/["&'<=>]/g, (character) => `&#${character.charCodeAt(0)};`);
}
