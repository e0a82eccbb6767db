import { isOAuthScheme, parseAuthorizationHeader } from "./authorization-header.ts";
import { formBodyOf } from "./form.ts";
import { differentValues, keepValue, printable } from "./one-value.ts";
import { mostParameters, type Parameter, parseForm } from "./parameters.ts";
import { toText } from "./percent-encoding.ts";

/** The parts of a request that its signature covers, as received: path, query and body as binary strings. */
export interface RequestParts {
  method: string;
  /** Without the query. */
  path: string;
  /** The part after `?`. Empty for a bare `?`, undefined without one. */
  query: string | undefined;
  authorization: string | undefined;
  contentType: string | undefined;
  /** Empty if there is none. */
  body: string;
}

/** `detail` is for the caller. It may name parameters but never contains their values. */
export interface SignedRequestProblem {
  kind:
    | "missing"
    | "malformed"
    | "unsupported"
    | "duplicate"
    | "two-identities"
    | "too-many-parameters";
  detail: string;
  /** The parameter that it is about, as it was sent, if it is about one. */
  parameter?: string;
}

export type Refused = { ok: false; problem: SignedRequestProblem };

export function refuse(
  kind: SignedRequestProblem["kind"],
  detail: string,
  parameter?: string,
): Refused {
  const problem = parameter === undefined ? { kind, detail } : { kind, detail, parameter };
  return { ok: false, problem };
}

export interface CollectedParameters {
  ok: true;
  /** Everything that the signature covers: all parameters except `oauth_signature` and the realm. */
  signed: Parameter[];
  /** The value of each `oauth_*` parameter and of each other parameter that the operation reads. */
  decisive: ReadonlyMap<string, string>;
}

/**
 * Collects the parameters of the header, the query and a form body. RFC 5849 §3.4.1.3.1, §3.5.
 *
 * The RFC lets a request use one of the three places, and each `oauth_*` name once (§3.1). Clients
 * mix the places, and some send an `oauth_*` pair twice, in two places or in one, and sign it once.
 * Equal `oauth_*` pairs therefore count once. A second value of a parameter that decides something
 * is refused: a proxy and this service could otherwise act on different ones.
 */
export function collectParameters(
  parts: RequestParts,
  reads: readonly string[],
): CollectedParameters | Refused {
  const places = readPlaces(parts);
  if ("ok" in places) return places;
  const signed: Parameter[] = [];
  const decisive = new Map<string, string>();

  for (const place of places) {
    for (const parameter of place) {
      const [name, value] = parameter;
      const protocol = isProtocolName(name);
      if (protocol || reads.includes(name)) {
        const text = toText(value);
        if (text === undefined)
          return refuse("malformed", `${printable(name)} is not UTF-8.`, name);
        const kept = keepValue(decisive, name, text);
        if (kept === "different") return refuse("duplicate", differentValues(name), name);
        if (name === "oauth_signature" || (protocol && kept === "again")) continue;
      }
      signed.push(parameter);
    }
  }
  return { ok: true, signed, decisive };
}

/**
 * Whether a request is meant to be signed: it has a header with the scheme OAuth, or an `oauth_*` parameter in
 * the query or a form body. Cheap if it is not.
 */
export function carriesOAuth(parts: RequestParts): boolean {
  if (parts.authorization !== undefined && isOAuthScheme(parts.authorization)) return true;
  return holdsProtocolName(parts.query ?? "") || holdsProtocolName(formBodyOf(parts));
}

function holdsProtocolName(form: string): boolean {
  if (!form.includes("oauth_") && !form.includes("%")) return false;
  // Parameters beyond the bound are not read, so the answer is yes if it cannot be ruled out.
  const read = parseForm(form, mostParameters + 1);
  return read.length > mostParameters || read.some(([name]) => isProtocolName(name));
}

/** The parameters by place, or why they are refused. */
function readPlaces(parts: RequestParts): Parameter[][] | Refused {
  // An absent or empty header is read as one without parameters.
  const header = parseAuthorizationHeader(parts.authorization || "OAuth");
  if (!header.ok && header.problem === "malformed") {
    return refuse("malformed", 'The Authorization header is not a list of name="value".');
  }
  // One more than allowed is enough to know that there are too many.
  const query = parseForm(parts.query ?? "", mostParameters + 1);
  const body = parseForm(formBodyOf(parts), mostParameters + 1);
  const places = header.ok ? [header.parameters, query, body] : [query, body];

  const signs = places.some((place) => place.some(([name]) => isProtocolName(name)));
  if (!signs) return refuse("missing", "There is no oauth_* parameter.");
  if (!header.ok) {
    return refuse("two-identities", "oauth_* parameters and another Authorization scheme.");
  }
  if (header.parameters.length + query.length + body.length > mostParameters) {
    return refuse("too-many-parameters", `There are more than ${mostParameters} parameters.`);
  }
  return places;
}

function isProtocolName(name: string): boolean {
  return name.startsWith("oauth_");
}
