import type { IncomingHttpHeaders } from "node:http";
import { formBodyOf } from "../oauth1/form.ts";
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
 * Whether query and form have more parameters than any request may have. Asked of every request
 * before anything is decoded, since decoding many names costs a multiple of receiving them.
 */
export function holdsTooMany({ query, ...rest }: Incoming): boolean {
  return countPairs(query ?? "") + countPairs(formBodyOf(rest)) > mostParameters;
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
 * A name that came with different values: one of `reads`, one of the protocol's, or any of a form,
 * because ours name nothing twice. A proxy or a browser could otherwise act on another than we do.
 */
export function contradictedName(incoming: Incoming, reads: readonly string[]): string | undefined {
  const form = formPairsOf(incoming);
  const inForm = new Set(form.map(([name]) => name));
  const first = new Map<string, string>();
  for (const [name, value] of [...form, ...queryOf(incoming)]) {
    const decides = inForm.has(name) || name.startsWith("oauth_") || reads.includes(name);
    if (!decides) continue;
    const earlier = first.get(name) ?? value;
    if (earlier !== value) return name;
    first.set(name, value);
  }
  return undefined;
}

/** No more than a request may have: one with more was refused, or is answered without being read. */
function textPairs(binary: string): readonly Parameter[] {
  return parseForm(binary, mostParameters).map(
    ([name, value]): Parameter => [toReadableText(name), toReadableText(value)],
  );
}
