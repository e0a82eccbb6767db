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

/** Parameters and operations are code, and what the request itself contains is isolated. */
export function markedUp(text: string, cause: Cause): Html {
  const quotes = Object.values(visible(cause))
    .filter((value) => typeof value === "string" && value !== cause.id && /\P{ASCII}/u.test(value))
    .map((value) => String(value).replaceAll(/[.*+?^${}()|[\]\\]/g, String.raw`\$&`));
  const parts = text.split(new RegExp(`(${[...quotes, ourNames].join("|")})`, "u"));
  return html`${parts.map((part, at) => {
    if (at % 2 === 0) return part;
    return ours.test(part) ? html`<code>${part}</code>` : html`<bdi>${part}</bdi>`;
  })}`;
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
