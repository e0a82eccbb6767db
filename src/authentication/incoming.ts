import type { IncomingHttpHeaders } from "node:http";
import { Refusal } from "../domain/refusals.ts";
import { formBodyOf } from "../oauth1/form.ts";
import { differentValues, keepValue } from "../oauth1/one-value.ts";
import { countPairs, mostParameters, type Parameter, parseForm } from "../oauth1/parameters.ts";
import { toReadableText } from "../oauth1/percent-encoding.ts";
import type { RequestParts } from "../oauth1/request-parameters.ts";

/** A request as it came: raw bytes (as binary strings) and where it came from. Made by `http/incoming.ts`. */
export interface Incoming extends RequestParts {
  /** Finds this request in the log. */
  readonly id: string;
  readonly headers: IncomingHttpHeaders;
  /** How many Authorization headers there were: `authorization` is the first. */
  readonly authorizations: number;
  /** The client's address, behind trusted proxies the one that they name. */
  readonly address: string;
}

/**
 * Throws a Refusal (400 · 215) where query and form have more parameters than any request may have. Asked of every
 * request before anything is decoded, since decoding many names costs a multiple of receiving them.
 */
export function refuseTooMany({ query, ...rest }: Incoming): void {
  if (countPairs(query ?? "") + countPairs(formBodyOf(rest)) <= mostParameters) return;
  throw new Refusal("badAuthenticationData", {
    detail: `there are more than ${mostParameters} parameters`,
  });
}

/** The fields of a form; empty where the body is not one. Of a repeated field the first counts. */
export function formOf(incoming: Incoming): ReadonlyMap<string, string> {
  const fields = new Map<string, string>();
  for (const [name, value] of formPairsOf(incoming)) {
    if (!fields.has(name)) fields.set(name, value);
  }
  return fields;
}

/** The pairs of a form, decoded by the reader that signatures are checked with. */
export function formPairsOf(incoming: Incoming): readonly Parameter[] {
  const known = split.get(incoming);
  if (known !== undefined) return known;
  const pairs = textPairs(formBodyOf(incoming));
  split.set(incoming, pairs);
  return pairs;
}

/** A form is read several times on its way through an operation, and split once. */
const split = new WeakMap<Incoming, readonly Parameter[]>();

export function queryOf(incoming: Pick<Incoming, "query">): URLSearchParams {
  const pairs = textPairs(incoming.query ?? "");
  return new URLSearchParams(pairs.map(([name, value]): [string, string] => [name, value]));
}

/**
 * The values of the names that decide something, in query and form together. Throws a Refusal (400 · 215) where
 * one of them came with different values.
 */
export function decisiveValues(
  incoming: Incoming,
  decides: (name: string) => boolean,
): ReadonlyMap<string, string> {
  const kept = new Map<string, string>();
  for (const [name, value] of [...formPairsOf(incoming), ...queryOf(incoming)]) {
    if (!decides(name) || keepValue(kept, name, value) !== "different") continue;
    throw new Refusal("badAuthenticationData", { detail: differentValues(name) });
  }
  return kept;
}

/** Of a page: `reads`, the protocol's names, and every name of its form, because ours name nothing twice. */
export function refuseDifferentValues(incoming: Incoming, reads: readonly string[]): void {
  const inForm = new Set(formPairsOf(incoming).map(([name]) => name));
  decisiveValues(
    incoming,
    (name) => inForm.has(name) || name.startsWith("oauth_") || reads.includes(name),
  );
}

/** No more than a request may have: one with more was refused, or is answered without being read. */
function textPairs(binary: string): readonly Parameter[] {
  return parseForm(binary, mostParameters).map(
    ([name, value]): Parameter => [toReadableText(name), toReadableText(value)],
  );
}
