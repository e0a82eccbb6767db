import type { Cause } from "../../../doctor/cause.ts";
import { type CauseTexts, explained } from "../../languages/causes.ts";
import { type Html, html } from "../html.ts";
import { visibleText } from "../visible-text.ts";

/** Quoted parts of the request are made visible and cannot change the text direction. */
export function visiblyExplained(
  cause: Cause,
  texts: CauseTexts,
): { readonly what: string; readonly change: string } {
  return explained(visible(cause) as Cause, texts);
}

/** Parameters and operations are code, what the request itself contains is isolated, and a link can be followed. */
export function markedUp(text: string, cause: Cause): Html {
  const quotes = Object.values(visible(cause))
    .filter((value) => typeof value === "string" && value !== cause.id && /\P{ASCII}/u.test(value))
    .map(literally);
  const link = cause.id === "retired" ? cause.link : undefined;
  const links = link === undefined ? [] : [literally(link)];
  const parts = text.split(new RegExp(`(${[...links, ...quotes, ourNames].join("|")})`, "u"));
  return html`${parts.map((part, at) => {
    if (at % 2 === 0) return part;
    if (part === link) return html`<a href="${part}" rel="noreferrer">${part}</a>`;
    return ours.test(part) ? html`<code>${part}</code>` : html`<bdi>${part}</bdi>`;
  })}`;
}

function literally(value: unknown): string {
  return String(value).replaceAll(/[.*+?^${}()|[\]\\]/g, String.raw`\$&`);
}

const ourNames = "oauth_[a-z_]*[a-z]|oauth2?/[a-z_]+";
const ours = new RegExp(`^(?:${ourNames})$`);

function visible(details: object): object {
  return Object.fromEntries(
    Object.entries(details).map(([name, value]) => [name, visibleValue(value)]),
  );
}

function visibleValue(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(visibleValue);
  if (typeof value === "object" && value !== null) return visible(value);
  return typeof value === "string" ? visibleText(value) : value;
}
