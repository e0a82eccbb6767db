import { baseStringUri, signatureBaseString } from "./base-string.ts";
import { normalizeParameters, type Parameter } from "./parameters.ts";
import {
  collectParameters,
  type Refused,
  type RequestParts,
  refuse,
} from "./request-parameters.ts";
import { hmacSha1, type SigningKey, signaturesMatch } from "./signature.ts";

/** A request with well-formed OAuth parameters. Nothing is proved yet. */
export interface SignedRequest {
  method: string;
  /** As received, without the query. */
  path: string;
  consumerKey: string;
  /** Undefined if absent or empty; clients without a token send either. */
  token: string | undefined;
  signature: string;
  /** Seconds since the epoch. Infinite if it has more digits than a number can hold exactly. */
  timestamp: number;
  nonce: string;
  callback: string | undefined;
  /** Empty and absent are different. */
  verifier: string | undefined;
  /** The value of an `oauth_*` parameter or of one that the operation reads. */
  parameter(name: string): string | undefined;
  /** Everything that the signature covers, decoded. */
  signedParameters: readonly Parameter[];
  /** Whether the target ended in a bare `?`. */
  bareQuery: boolean;
}

/**
 * Reads a request up to, and not including, anything that needs a clock, a secret or a store.
 * RFC 5849 §3.1, §3.2. `reads` names the parameters of the operation itself, which then may have
 * one value only.
 */
export function readSignedRequest(
  parts: RequestParts,
  reads: readonly string[],
): { ok: true; request: SignedRequest } | Refused {
  const collected = collectParameters(parts, reads);
  if (!collected.ok) return collected;
  const parameter = (name: string) => collected.decisive.get(name);

  const consumerKey = parameter("oauth_consumer_key");
  if (!consumerKey) return missing("oauth_consumer_key");
  const signature = parameter("oauth_signature");
  if (!signature) return missing("oauth_signature");
  const timestampText = parameter("oauth_timestamp");
  if (!timestampText) return missing("oauth_timestamp");
  const nonce = parameter("oauth_nonce");
  if (!nonce) return missing("oauth_nonce");
  const signatureMethod = parameter("oauth_signature_method");
  if (!signatureMethod) return missing("oauth_signature_method");

  if (signatureMethod !== "HMAC-SHA1") {
    const detail = "oauth_signature_method must be HMAC-SHA1.";
    return refuse("unsupported", detail, "oauth_signature_method");
  }
  const version = parameter("oauth_version");
  // The RFC only has 1.0 (§3.1). Some clients call the protocol's revision 1.0A.
  if (version !== undefined && version !== "1.0" && version !== "1.0A") {
    return refuse("unsupported", "oauth_version must be 1.0.", "oauth_version");
  }
  if (!digits.test(timestampText)) {
    const detail = "oauth_timestamp must be seconds since 1970, in digits.";
    return refuse("malformed", detail, "oauth_timestamp");
  }
  if (!printableAscii.test(nonce)) {
    const detail = "oauth_nonce must be 1 to 128 printable ASCII characters.";
    return refuse("malformed", detail, "oauth_nonce");
  }

  const request: SignedRequest = {
    method: parts.method,
    path: parts.path,
    consumerKey,
    token: parameter("oauth_token") || undefined,
    signature,
    timestamp: timestampText.length > mostExactDigits ? Infinity : Number(timestampText),
    nonce,
    callback: parameter("oauth_callback"),
    verifier: parameter("oauth_verifier"),
    parameter,
    signedParameters: collected.signed,
    bareQuery: parts.query === "",
  };
  return { ok: true, request };
}

const digits = /^[0-9]+$/;
/** Numbers of fifteen digits are exact. More digits are far beyond any clock, so they count as a wrong time. */
const mostExactDigits = 15;
const printableAscii = /^[ -~]{1,128}$/;

function missing(name: string): Refused {
  return refuse("missing", `${name} is missing.`, name);
}

/** The keys and origin with which the signature may have been made. */
export interface SigningKeys {
  /** Scheme, host and port as URLs print them: `https://api.example.com`, `http://[::1]:8080`. */
  origin: string;
  /** The key of the current consumer secret, then of the previous one while it is still valid. */
  keys: readonly SigningKey[];
  /** Those at which the same signature must not hold. */
  otherOrigins?: readonly string[] | undefined;
}

/**
 * Whether the signature is right. Costs one HMAC if the client follows the RFC (§3.2, §3.4), and at most four
 * per consumer secret otherwise: some clients omit a non-default port, and some sign a bare `?` as a pair with
 * empty name and value. Stopping at the first match only reveals something to a caller who has the secret.
 */
export function verifySignature(request: SignedRequest, keys: SigningKeys): boolean {
  const normalized = normalizeParameters(request.signedParameters);
  if (matchesAny(request, keys, normalized)) return true;
  if (!request.bareQuery) return false;
  // An empty name sorts first, so the list need not be sorted again.
  return matchesAny(request, keys, `=&${normalized}`);
}

function matchesAny(request: SignedRequest, keys: SigningKeys, normalized: string): boolean {
  for (const origin of spellings(keys)) {
    const uri = baseStringUri(origin, request.path);
    const baseString = signatureBaseString(request.method, uri, normalized);
    for (const key of keys.keys) {
      if (signaturesMatch(hmacSha1(baseString, key), request.signature)) return true;
    }
  }
  return false;
}

/** Without its port an origin is the same as another one on its host, so then the port has to be signed. */
function spellings({ origin, otherOrigins = [] }: SigningKeys): string[] {
  const host = withoutPort(origin);
  if (host === origin) return [origin];
  const isShared = otherOrigins.some((one) => one !== origin && withoutPort(one) === host);
  return isShared ? [origin] : [origin, host];
}

function withoutPort(origin: string): string {
  return origin.replace(/:[0-9]+$/, "");
}

/** The base string according to the RFC, to show to a caller whose signature is wrong. */
export function expectedBaseString(request: SignedRequest, origin: string): string {
  const normalized = normalizeParameters(request.signedParameters);
  return signatureBaseString(request.method, baseStringUri(origin, request.path), normalized);
}
