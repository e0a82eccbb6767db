/** Reads a signed request, up to anything that needs a clock, a secret or a store. */
import { Buffer } from "node:buffer";
import { type ByteString, percentEncodeBytes, toText } from "./encoding.ts";
import {
  isForm,
  isOAuthScheme,
  normalizeParameters,
  type Parameter,
  parseAuthorizationHeader,
  parseForm,
} from "./parameters.ts";
import { hmacSha1, type SignatureMethod } from "./signature.ts";
import { readUsualParameters } from "./usual-parameters.ts";

/** The parts of an HTTP request that its signature covers, as received: nothing is decoded or normalized. */
export interface RequestParts {
  readonly method: string;
  /** The path, without the query. */
  readonly path: ByteString;
  /** What follows the `?`. Empty for a bare `?`; undefined without one. */
  readonly query: ByteString | undefined;
  /** The value of the Authorization header. */
  readonly authorization: ByteString | undefined;
  /** The value of the Content-Type header. */
  readonly contentType: ByteString | undefined;
  /** This is empty if there is none. The signature covers it only if it is a form (`isForm`). */
  readonly body: ByteString;
}

/** A request of `node:http`, of a framework on top of it, or of `fetch`. */
export interface ReceivedRequest {
  readonly method?: string | undefined;
  readonly url?: string | undefined;
  /** The URL as received, where a framework changes `url`, as Express does in a router. */
  readonly originalUrl?: string | undefined;
  readonly headers: Headers | Readonly<Record<string, string | readonly string[] | undefined>>;
  /** Node drops the second of two Authorization headers from `headers`. */
  readonly headersDistinct?: Readonly<Record<string, readonly string[] | undefined>>;
}

/**
 * The parts of a request that a server received. The body is the bytes as received, and empty if there are none: a text
 * or an object that a framework has decoded would be encoded again, perhaps differently. Throws a TypeError for them,
 * and if the body is left out: an unread form would count as empty, and its fields as signed. Two Authorization headers
 * become one value, which `readRequest` rejects.
 */
export function requestParts(request: ReceivedRequest, body: Uint8Array): RequestParts {
  if (!ArrayBuffer.isView(body)) throw new TypeError("The body must be bytes, as received.");
  const url = request.originalUrl ?? request.url ?? "/";
  const target = url.replace(/^https?:\/\/[^/?]*/i, "");
  const mark = target.indexOf("?");
  return {
    method: request.method ?? "GET",
    path: mark === -1 ? target : target.slice(0, mark),
    query: mark === -1 ? undefined : target.slice(mark + 1),
    authorization: headerOf(request, "authorization"),
    contentType: headerOf(request, "content-type"),
    body: Buffer.from(body).toString("latin1"),
  };
}

function headerOf({ headers, headersDistinct }: ReceivedRequest, name: string): string | undefined {
  if (headers instanceof Headers) return headers.get(name) ?? undefined;
  const value = headersDistinct?.[name] ?? headers[name];
  return typeof value === "string" || value === undefined ? value : value.join(", ");
}

/** A request with well-formed OAuth parameters. Nothing about it is verified yet. */
export interface SignedRequest {
  readonly method: string;
  /** As received, without the query. */
  readonly path: ByteString;
  readonly consumerKey: string;
  /** This is undefined if absent or empty; clients without a token send either. */
  readonly token: string | undefined;
  readonly signatureMethod: SignatureMethod;
  readonly signature: string;
  /** Seconds since the epoch. Infinite if it has more digits than a number can hold exactly. */
  readonly timestamp: number;
  readonly nonce: string;
  /** Where the signature was sent: in the query or the body if it is there, even if the header has it too. */
  readonly place: Place;
  readonly callback: string | undefined;
  /** Empty and absent are different. */
  readonly verifier: string | undefined;
  /** The value of an `oauth_*` parameter or of one of `reads`, as text. */
  parameter(name: string): string | undefined;
  /** The parameters that the signature covers, as they stand in the base string. RFC 5849 §3.4.1.1. */
  encodedParameters(): string;
  /** Whether the URL ended in a bare `?`. */
  readonly bareQuery: boolean;
}

/** The places of the parameters. RFC 5849 §3.5. */
export type Place = "header" | "query" | "body";

/**
 * Why a request cannot be read. `missing`: it is not signed, or a parameter that the RFC requires is absent or empty.
 * `malformed`: a header or value cannot be read. `unsupported`: another signature method or version. `duplicate`: a
 * parameter that decides something has different values. `two-identities`: it is signed and has an Authorization header
 * of another scheme. `too-many-parameters`: more than `maxParameters`.
 */
export interface RequestProblem {
  readonly kind:
    | "missing"
    | "malformed"
    | "unsupported"
    | "duplicate"
    | "two-identities"
    | "too-many-parameters";
  /** A sentence for the client's developer. It may name parameters but never contains their values. */
  readonly detail: string;
  /** The name of the parameter at fault, as it was sent, if there is one. */
  readonly parameter?: string;
}

export type Rejected = { readonly ok: false; readonly problem: RequestProblem };

export interface ReadOptions {
  /** Parameters of the operation itself that decide something, which then may have one value only. None unless set. */
  readonly reads?: readonly string[] | undefined;
  /** The methods that are accepted. HMAC-SHA1 unless set. */
  readonly signatureMethods?: readonly SignatureMethod[] | undefined;
}

/** The largest number of parameters that a request may have. Clients need about twenty. */
export const maxParameters = 256;

/**
 * Reads a signed request without a clock, a secret or a store. RFC 5849 §3.1, §3.2. Never throws; takes time linear in
 * the size of the request.
 *
 * The nonce must be 1 to 128 printable ASCII characters. What is left to the caller: whether the timestamp is recent,
 * whether the key and token exist, `verifySignature`, and then that the nonce is new.
 */
export function readRequest(
  parts: RequestParts,
  { reads = [], signatureMethods = [hmacSha1] }: ReadOptions = {},
): { readonly ok: true; readonly request: SignedRequest } | Rejected {
  const { authorization, query = "" } = parts;
  const collected =
    readUsualParameters(authorization, query, formBodyOf(parts), reads) ??
    collectParameters(parts, reads);
  if (!collected.ok) return collected;
  const parameter = (name: string) => collected.decisive.get(name);

  const consumerKey = parameter("oauth_consumer_key");
  if (!consumerKey) return missing("oauth_consumer_key");
  const signature = parameter("oauth_signature");
  if (!signature) return missing("oauth_signature");
  const timestamp = parameter("oauth_timestamp");
  if (!timestamp) return missing("oauth_timestamp");
  const nonce = parameter("oauth_nonce");
  if (!nonce) return missing("oauth_nonce");
  const methodName = parameter("oauth_signature_method");
  if (!methodName) return missing("oauth_signature_method");

  const signatureMethod = signatureMethods.find(({ name }) => name === methodName);
  if (signatureMethod === undefined) {
    const names = signatureMethods.map(({ name }) => name).join(" or ");
    const detail = `oauth_signature_method must be ${names}.`;
    return rejected("unsupported", detail, "oauth_signature_method");
  }
  const version = parameter("oauth_version");
  // The RFC only has 1.0 (§3.1). Some clients call the protocol's revision 1.0A.
  if (version !== undefined && version !== "1.0" && version !== "1.0A") {
    return rejected("unsupported", "oauth_version must be 1.0.", "oauth_version");
  }
  if (!digits.test(timestamp)) {
    const detail = "oauth_timestamp must be seconds since 1970, in digits.";
    return rejected("malformed", detail, "oauth_timestamp");
  }
  if (!printableAscii.test(nonce)) {
    const detail = "oauth_nonce must be 1 to 128 printable ASCII characters.";
    return rejected("malformed", detail, "oauth_nonce");
  }

  const request: SignedRequest = {
    method: parts.method,
    path: parts.path,
    consumerKey,
    token: parameter("oauth_token") || undefined,
    signatureMethod,
    signature,
    timestamp: timestamp.length > maxExactDigits ? Infinity : Number(timestamp),
    nonce,
    place: collected.place,
    callback: parameter("oauth_callback"),
    verifier: parameter("oauth_verifier"),
    parameter,
    encodedParameters: () =>
      "encoded" in collected
        ? collected.encoded
        : percentEncodeBytes(normalizeParameters(collected.signed)),
    bareQuery: parts.query === "",
  };
  return { ok: true, request };
}

const digits = /^[0-9]+$/;
/** Numbers of fifteen digits are exact. More digits are far beyond any clock, so they count as a wrong time. */
const maxExactDigits = 15;
const printableAscii = /^[ -~]{1,128}$/;

/**
 * Whether a request is meant to be signed: it has an Authorization header of the scheme OAuth, or an `oauth_*`
 * parameter in the query or a form body. Cheap if it is not.
 */
export function carriesOAuth(parts: RequestParts): boolean {
  if (parts.authorization !== undefined && isOAuthScheme(parts.authorization)) return true;
  return hasProtocolName(parts.query ?? "") || hasProtocolName(formBodyOf(parts));
}

function hasProtocolName(form: ByteString): boolean {
  if (!form.includes("oauth_") && !form.includes("%")) return false;
  // Parameters beyond the bound are not read, so the result is true if it cannot be ruled out.
  const read = parseForm(form, maxParameters + 1);
  return read.length > maxParameters || read.some(([name]) => isProtocolName(name));
}

/**
 * The body of a request if it is a form (RFC 5849 §3.4.1.3.1), otherwise empty. Read a form with this alone: a body
 * that one reader took for a form and another did not would be acted on without having been verified.
 */
export function formBodyOf(request: Pick<RequestParts, "contentType" | "body">): ByteString {
  return isForm(request.contentType) ? request.body : "";
}

/**
 * The value of each parameter that decides something. Equal pairs count once. A second value is a problem, because a
 * proxy and the server could act on different ones.
 */
export function singleValues(
  parameters: Iterable<Parameter>,
  decides: (name: string) => boolean,
): { readonly ok: true; readonly values: ReadonlyMap<string, string> } | Rejected {
  const values = new Map<string, string>();
  for (const [name, value] of parameters) {
    if (!decides(name)) continue;
    const earlier = values.get(name);
    if (earlier === undefined) values.set(name, value);
    else if (earlier !== value) {
      return rejected("duplicate", `${printable(name)} has different values.`, name);
    }
  }
  return { ok: true, values };
}

export interface CollectedParameters {
  readonly ok: true;
  /** Everything that the signature covers: all parameters except `oauth_signature` and the realm. */
  readonly signed: readonly Parameter[];
  /** The value of each `oauth_*` parameter and of each of `reads`, as text. */
  readonly decisive: ReadonlyMap<string, string>;
  /** Where the signature was sent. */
  readonly place: Place;
}

/**
 * Collects the parameters of the header, the query and a form body. RFC 5849 §3.4.1.3.1, §3.5.
 *
 * The RFC lets a request use one of the three places, and each `oauth_*` name once (§3.1). Clients mix the places, and
 * some send an `oauth_*` pair twice, in two places or in one, and sign it once. Equal `oauth_*` pairs therefore count
 * once; other parameters may repeat, and each repetition is signed.
 */
export function collectParameters(
  parts: RequestParts,
  reads: readonly string[] = [],
): CollectedParameters | Rejected {
  const read = readPlaces(parts);
  if (!read.ok) return read;
  const single = singleValues(
    read.parameters,
    (name) => isProtocolName(name) || reads.includes(name),
  );
  if (!single.ok) return single;
  const decisive = new Map<string, string>();
  for (const [name, value] of single.values) {
    const text = toText(value);
    if (text === undefined) return rejected("malformed", `${printable(name)} is not UTF-8.`, name);
    decisive.set(name, text);
  }
  const counted = new Set(["oauth_signature"]);
  const signed = read.parameters.filter(([name]) => {
    if (!isProtocolName(name)) return true;
    const isFirst = !counted.has(name);
    counted.add(name);
    return isFirst;
  });
  return { ok: true, signed, decisive, place: read.place };
}

/** The parameters of all three places, or why they are rejected. */
function readPlaces(
  parts: RequestParts,
):
  | { readonly ok: true; readonly parameters: readonly Parameter[]; readonly place: Place }
  | Rejected {
  // An absent or empty header is read as one without parameters.
  const header = parseAuthorizationHeader(parts.authorization || "OAuth");
  if (!header.ok && header.problem === "malformed") {
    return rejected("malformed", 'The Authorization header is not a list of name="value".');
  }
  // One more than allowed is enough to know that there are too many.
  const query = parseForm(parts.query ?? "", maxParameters + 1);
  const body = parseForm(formBodyOf(parts), maxParameters + 1);
  const parameters = [...(header.ok ? header.parameters : []), ...query, ...body];
  if (!parameters.some(([name]) => isProtocolName(name))) {
    return rejected("missing", "There is no oauth_* parameter.");
  }
  if (!header.ok) {
    return rejected("two-identities", "oauth_* parameters and another Authorization scheme.");
  }
  if (parameters.length > maxParameters) {
    return rejected("too-many-parameters", `There are more than ${maxParameters} parameters.`);
  }
  const place = query.some(isSignature) ? "query" : body.some(isSignature) ? "body" : "header";
  return { ok: true, parameters, place };
}

function isSignature([name]: Parameter): boolean {
  return name === "oauth_signature";
}

function isProtocolName(name: string): boolean {
  return name.startsWith("oauth_");
}

/** A name that the client chose, if it can be printed safely. */
function printable(name: string): string {
  if (/^\w{1,64}$/.test(name)) return name;
  return isProtocolName(name) ? "An oauth_* parameter" : "A parameter";
}

function missing(name: string): Rejected {
  return rejected("missing", `${name} is missing.`, name);
}

function rejected(kind: RequestProblem["kind"], detail: string, parameter?: string): Rejected {
  const problem = parameter === undefined ? { kind, detail } : { kind, detail, parameter };
  return { ok: false, problem };
}
