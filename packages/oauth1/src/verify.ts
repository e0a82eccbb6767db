/** Verifies the signature of a request that was read. RFC 5849 §3.2. */
import type { SignedRequest } from "./read-request.ts";
import { baseStringUri, encodedRequestLine, signaturesMatch, signingKey } from "./signature.ts";

/** The secrets and the origin with which the signature may have been made. */
export interface Verification {
  /**
   * Scheme, host and port of the server as its clients see it: `https://api.example.com`. Take it from your settings:
   * the Host header is the client's to choose.
   */
  readonly origin: string;
  /**
   * The consumer's secret, and a previous one while it is still valid. With none, every signature is wrong. With an
   * empty one, anyone can sign for the consumer alone.
   */
  readonly consumerSecrets: readonly string[];
  /**
   * The secret of the request's token. If it is undefined, every signature of a request with a token is wrong, so the
   * result of a lookup that found no such token can be passed on. A request without a token needs none.
   */
  readonly tokenSecret: string | undefined;
  /** Other origins whose requests must not be valid here. They make the port part of what must be signed. */
  readonly otherOrigins?: readonly string[] | undefined;
}

/**
 * Whether the signature of a request is right. RFC 5849 §3.2. Signatures are compared in constant time.
 *
 * A client that follows the RFC costs one HMAC. Others cost at most four for each consumer secret: some omit a port
 * that is not the scheme's own, and some sign a bare `?` as a pair with empty name and value. That the check stops at
 * the first match tells something only to a caller who has the secret.
 *
 * A right signature is not enough: check the timestamp before, and remember the nonce afterward.
 */
export function verifySignature(request: SignedRequest, verification: Verification): boolean {
  const { consumerSecrets, tokenSecret } = verification;
  // With an empty secret in its place, any consumer could act for every token that is unknown or revoked.
  if (request.token !== undefined && typeof tokenSecret !== "string") return false;
  const keys = consumerSecrets.map((secret) => signingKey(secret, tokenSecret ?? ""));
  const encoded = request.encodedParameters();
  // An empty name sorts first, so the list need not be sorted again.
  const lists = request.bareQuery ? [encoded, `%3D%26${encoded}`] : [encoded];
  for (const list of lists) {
    for (const origin of spellings(verification)) {
      const uri = baseStringUri(origin, request.path);
      const text = `${encodedRequestLine(request.method, uri)}&${list}`;
      for (const key of keys) {
        if (signaturesMatch(request.signatureMethod.sign(text, key), request.signature))
          return true;
      }
    }
  }
  return false;
}

/** Without its port an origin equals another one on its host; if there is another, the port has to be signed. */
function spellings({ origin, otherOrigins = [] }: Verification): string[] {
  const host = withoutPort(origin);
  if (host === origin) return [origin];
  const isShared = otherOrigins.some((one) => one !== origin && withoutPort(one) === host);
  return isShared ? [origin] : [origin, host];
}

function withoutPort(origin: string): string {
  return origin.replace(/:[0-9]+$/, "");
}

/**
 * The signature base string of a request, to show to a developer whose signature is wrong. RFC 5849 §3.4.1. It contains
 * the values of all signed parameters.
 */
export function baseString(request: SignedRequest, origin: string): string {
  const uri = baseStringUri(origin, request.path);
  return `${encodedRequestLine(request.method, uri)}&${request.encodedParameters()}`;
}
