import type { IncomingHttpHeaders } from "node:http";
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

const formType = /^\s*application\/x-www-form-urlencoded\s*(?:;|$)/i;

/** The fields of a form; empty where the body is none. Of a repeated field the first counts. */
export function formOf(incoming: Incoming): ReadonlyMap<string, string> {
  const fields = new Map<string, string>();
  for (const [name, value] of new URLSearchParams(formBodyOf(incoming))) {
    if (!fields.has(name)) fields.set(name, value);
  }
  return fields;
}

/** The body where its type is a form's, otherwise empty. */
export function formBodyOf({ contentType, body }: Incoming): string {
  return contentType !== undefined && formType.test(contentType) ? body : "";
}

/**
 * A name that came with different values: one of `reads`, one of the protocol's, or any of a form,
 * because ours name nothing twice. A proxy or a browser could otherwise act on another than we do.
 */
export function contradictedName(incoming: Incoming, reads: readonly string[]): string | undefined {
  const form = [...new URLSearchParams(formBodyOf(incoming))];
  // A set: asking the parameters themselves for each name takes seconds where a stranger sends many.
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

export function queryOf(incoming: Pick<Incoming, "query">): URLSearchParams {
  return new URLSearchParams(incoming.query ?? "");
}
