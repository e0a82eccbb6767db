import type { Cause } from "../../../doctor/cause.ts";
import { type CauseTexts, explained } from "../../languages/causes.ts";
import { visibleText } from "../visible-text.ts";

/** Quoted parts of the request are made visible and cannot change the text direction. */
export function visiblyExplained(
  cause: Cause,
  texts: CauseTexts,
): { readonly what: string; readonly change: string } {
  return explained(visible(cause) as Cause, texts);
}

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
