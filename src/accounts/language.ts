/** A reader's language is the one they chose, or the one that their browser prefers. */

import { dayMs } from "../domain/day.ts";
import type { LanguageTag, OfferedLanguages } from "../domain/language-tags.ts";
import type { Incoming } from "../verification/authentication/incoming.ts";
import type { Dependencies } from "../verification/dependencies.ts";
import { cookieOf, setCookie } from "./cookies.ts";

export function languageOf(
  incoming: Pick<Incoming, "headers" | "method" | "query">,
  offered: OfferedLanguages,
): LanguageTag {
  return (
    languageAsked(incoming, offered) ??
    offeredLanguage(cookieOf(incoming, cookie), offered) ??
    acceptedLanguage(incoming.headers["accept-language"] ?? "", offered) ??
    offered[0]
  );
}

/** A rejected form that is sent again in another language names the language in the query. */
export function languageAsked(
  { method, query }: Pick<Incoming, "method" | "query">,
  offered: OfferedLanguages,
): LanguageTag | undefined {
  if (method !== "POST") return undefined;
  return offeredLanguage(/^language=([A-Za-z-]{2,10})$/.exec(query ?? "")?.[1], offered);
}

export function offeredLanguage(
  tag: string | undefined,
  offered: OfferedLanguages,
): LanguageTag | undefined {
  return offered.find((one) => one === tag);
}

/** The choice is kept for a year. */
export function setLanguage(tag: LanguageTag, dependencies: Dependencies): string {
  return setCookie(cookie, tag, 365 * dayMs, dependencies);
}

const cookie = "language";

/**
 * Finds a tag by lookup (RFC 9110 §12.5.4, RFC 4647 §3.4): a range is shortened from its end until a tag matches, so
 * `es-MX` gets `es`. A range also matches a narrower tag, so `pt` may get `pt-BR`. `*` expresses no preference.
 */
export function acceptedLanguage<Tag extends string>(
  header: string,
  tags: readonly Tag[],
): Tag | undefined {
  const asked = rangesOf(header);
  const rejected = asked.filter((one) => one.weight === 0).map((one) => one.range);
  const offered = tags.filter((tag) => !rejected.includes(tag.toLowerCase()));
  return asked
    .filter((one) => one.weight > 0)
    .sort((one, other) => other.weight - one.weight)
    .map((one) => lookUp(one.range, offered))
    .find((tag) => tag !== undefined);
}

type Range = { readonly range: string; readonly weight: number };

/** The bound keeps a long header from causing work. */
const maxRanges = 20;

/** No tag is longer (RFC 5646 §4.4.1). A lookup shortens a range once per subtag. */
const maxRange = 35;
const languageRange = /^[a-z]{1,8}(?:-[a-z0-9]{1,8})*$/;

function rangesOf(header: string): readonly Range[] {
  return header
    .toLowerCase()
    .split(",", maxRanges)
    .map((one) => one.split(";").map((part) => part.trim()))
    .map(([range = "", ...parameters]) => ({ range, weight: weightOf(parameters) }))
    .filter(({ range }) => range.length <= maxRange && languageRange.test(range));
}

/** The weight is 1 without a parameter `q`, and 0 if it is malformed. */
function weightOf(parameters: readonly string[]): number {
  const weight = parameters.find((one) => /^q\s*=/.test(one));
  if (weight === undefined) return 1;
  const [, value] = /^q\s*=\s*(0(?:\.\d{0,3})?|1(?:\.0{0,3})?)$/.exec(weight) ?? [];
  return Number(value ?? 0);
}

function lookUp<Tag extends string>(range: string, tags: readonly Tag[]): Tag | undefined {
  const exact = tags.find((tag) => tag.toLowerCase() === range);
  if (exact !== undefined) return exact;
  const narrower = tags.find((tag) => tag.toLowerCase().startsWith(`${range}-`));
  if (narrower !== undefined) return narrower;
  const end = range.lastIndexOf("-");
  return end === -1 ? undefined : lookUp(range.slice(0, end).replace(/-[a-z0-9]$/, ""), tags);
}
