/**
 * The part that the middleware of all frameworks shares: it decides, once the framework's own part has the raw bytes.
 */
import { type AcceptedBearers, acceptedBearers } from "./accepted-bearers.ts";
import { isForm, mayHaveBodyHash } from "./body.ts";
import {
  createVerifier,
  type ErrorResponse,
  type Rules,
  VerificationFailed,
  type VerificationRequest,
  type Decision as VerifiedDecision,
  type Verifier,
  type VerifierOptions,
} from "./client.ts";
import type { Accepted } from "./contract.ts";

export interface MiddlewareOptions extends VerifierOptions {
  /** Called with the reason if there is no decision; the client gets 503. Default: one line on standard error. */
  readonly onFailure?: ((error: VerificationFailed) => void) | undefined;
  /**
   * With "pass", a CORS preflight runs the next handler without a caller: OPTIONS with Origin and
   * Access-Control-Request-Method, and without Authorization. Default: it is verified, and rejected with 401.
   */
  readonly preflight?: "pass" | undefined;
  /**
   * The largest body, in bytes, that is compared with a signed hash (oauth_body_hash); a longer one with a hash gets
   * 413. Bodies without a hash are not read. The default is 1 MB, 1,048,576. Forms have their own bound, 64 KB.
   */
  readonly bodyLimit?: number | undefined;
  /**
   * How many accepted bearer tokens are kept, each for the `maxAge` of its decision; further ones displace the
   * oldest. A revoked token is then accepted for that long. Nothing is kept for signed requests, forms, routes with a
   * limit, and rejections. The default is 0.
   */
  readonly cachedDecisions?: number | undefined;
}

/** A request as Node's HTTP parser returns it. */
export interface RawRequest {
  readonly method: string;
  /** The second part of the request line. */
  readonly target: string;
  readonly rawHeaders: readonly string[];
  readonly address: string | undefined;
}

export type Decision =
  | { readonly valid: "preflight" }
  | (Accepted & { readonly headers: Readonly<Record<string, string>> })
  | { readonly valid: false; readonly response: ErrorResponse };

/** The bytes of a body, for its handler to read again; undefined if there are more than `maxBytes`. */
export type ReadBody = (maxBytes: number) => Promise<Uint8Array | undefined>;

export type Decide = (request: RawRequest, rules: Rules, readBody: ReadBody) => Promise<Decision>;

/**
 * Never accepts a request if anything failed. Errors of `readBody` are mistakes in the API's own set-up, so they are
 * thrown on.
 */
export function createDecide(given: MiddlewareOptions): Decide {
  const { onFailure = report, preflight, bodyLimit = 1024 * 1024, cachedDecisions = 0 } = given;
  if (preflight !== undefined && preflight !== "pass") {
    throw new TypeError(`preflight must be "pass" or left out; got ${JSON.stringify(preflight)}`);
  }
  if (!Number.isSafeInteger(bodyLimit) || bodyLimit < 0) {
    throw new TypeError(`bodyLimit must be a number of bytes; got ${JSON.stringify(bodyLimit)}`);
  }
  if (!Number.isSafeInteger(cachedDecisions) || cachedDecisions < 0) {
    throw new TypeError(
      `cachedDecisions must be a number of decisions; got ${JSON.stringify(cachedDecisions)}`,
    );
  }
  const verifier = createVerifier(given);
  const accepted = cachedDecisions === 0 ? undefined : acceptedBearers(cachedDecisions);
  return async ({ method, rawHeaders, address, ...request }, rules, readBody) => {
    const target = originForm(request.target);
    const authorizations = valuesOf(rawHeaders, "authorization");
    const contentTypes = valuesOf(rawHeaders, "content-type");
    if (preflight === "pass" && isPreflight(method, rawHeaders)) return { valid: "preflight" };
    if (authorizations.length > 1) {
      return rejected(400, "Bad Authentication data: there are two Authorization headers");
    }
    // A framework may read the body by the header that was not examined here.
    if (contentTypes.length > 1) {
      return rejected(400, "Bad Authentication data: there are two Content-Type headers");
    }
    const [authorization] = authorizations;
    const [contentType] = contentTypes;
    const [userAgent] = valuesOf(rawHeaders, "user-agent");
    if (!isTarget(target) || (contentType?.length ?? 0) > maxContentTypeLength) {
      return rejected(400, "Bad Authentication data");
    }
    if (target.length + (authorization?.length ?? 0) > maxHeaderLength) {
      return rejected(431, "The request headers are over 16 KB");
    }
    const form = isForm(contentType);
    const isRead = form || mayHaveBodyHash(authorization, target);
    const maxBytes = form ? maxFormBytes : bodyLimit;
    const body = isRead ? await readBody(maxBytes) : undefined;
    // A body parser that has run before has its own bound.
    if (isRead && (body === undefined || body.length > maxBytes)) {
      return rejected(413, `The request body is over ${form ? "64 KB" : `${maxBytes} bytes`}`);
    }
    try {
      const decision = await verified(verifier, accepted, {
        ...rules,
        method,
        target,
        ...(authorization !== undefined && { authorization }),
        ...(contentType !== undefined && { contentType }),
        ...(body !== undefined && { body }),
        ...(address !== undefined && { address }),
        ...(userAgent !== undefined && { userAgent }),
      });
      if (!decision.valid) return decision;
      return { ...decision, headers: { ...limitHeaders(decision), ...sunsetHeaders(decision) } };
    } catch (error) {
      if (!(error instanceof VerificationFailed)) throw error;
      onFailure(error);
      return { valid: false, response: error.response };
    }
  };
}

async function verified(
  verifier: Verifier,
  accepted: AcceptedBearers | undefined,
  request: VerificationRequest,
): Promise<VerifiedDecision> {
  const key = accepted?.keyOf(request);
  if (accepted === undefined || key === undefined) return verifier.verify(request);
  const found = accepted.find(key);
  if (found !== undefined) return found;
  const askedAt = accepted.now();
  const decision = await verifier.verify(request);
  if (decision.valid) accepted.keep(key, decision, askedAt);
  return decision;
}

/** Longest form body that the service accepts, in bytes. */
const maxFormBytes = 64 * 1024;
const maxHeaderLength = 16 * 1024;
const maxContentTypeLength = 1000;

/** Throws if a rule is misspelt: a rule that is silently ignored protects nothing. */
export function checkedRules(rules: Rules): Rules {
  rejectUnknown(rules, ["requires", "limit", "cost"], "the rules of a route");
  rejectUnknown(rules.requires ?? {}, ["context", "access", "body"], "requires");
  const { context, access, body } = rules.requires ?? {};
  if (context !== undefined && !["user", "application", "any"].includes(context)) {
    throw new TypeError(`context must be user, application, or any; got ${context}`);
  }
  if (access !== undefined && !["read", "write"].includes(access)) {
    throw new TypeError(`access must be read or write; got ${access}`);
  }
  if (body !== undefined && body !== "hashed") {
    throw new TypeError(`body must be hashed or left out; got ${body}`);
  }
  const { cost, limit } = rules;
  if (cost !== undefined && !(Number.isInteger(cost) && cost >= 1 && cost <= maxCost)) {
    throw new TypeError(`cost must be a whole number from 1 to ${maxCost}; got ${cost}`);
  }
  if (cost !== undefined && limit === undefined) {
    throw new TypeError("cost needs a limit that it counts in");
  }
  return rules;
}

const maxCost = 10_000;

function rejectUnknown(given: object, known: readonly string[], where: string): void {
  const unknown = Object.keys(given).find((name) => !known.includes(name));
  if (unknown === undefined) return;
  throw new TypeError(`${where}: unknown option "${unknown}"; expected ${known.join(", ")}`);
}

// The package imports nothing, so these repeat what the service has (@countersign/oauth1, src/http/server/incoming.ts);
// test/middleware/same-reading.test.ts compares them.

/**
 * A request line may contain an absolute URL (RFC 9112 §3.2.2). Its host is only the client's claim, so it is ignored.
 */
export function originForm(target: string): string {
  return target.startsWith("/") ? target : target.replace(/^https?:\/\/[^/?]*/i, "");
}

function isTarget(target: string): boolean {
  return /^\/[\x21\x22\x24-\x7e\x80-\xff]*$/.test(target);
}

/** If two headers have one name, Node keeps the first, but the client may have signed with the second. */
export function valuesOf(rawHeaders: readonly string[], name: string): string[] {
  return rawHeaders.filter((_, at) => at % 2 === 1 && rawHeaders[at - 1]?.toLowerCase() === name);
}

/**
 * A browser sends it before a page's request to another origin: https://fetch.spec.whatwg.org/#cors-preflight-fetch. It
 * has no credentials, no body, and no header in which some frameworks look for another method.
 */
function isPreflight(method: string, rawHeaders: readonly string[]): boolean {
  const has = (name: string) => valuesOf(rawHeaders, name).length > 0;
  return (
    method === "OPTIONS" &&
    has("origin") &&
    has("access-control-request-method") &&
    !has("authorization") &&
    !has("content-type") &&
    !rawHeaders.some((name, at) => at % 2 === 0 && methodOverride.test(name))
  );
}

const methodOverride = /^x[-_](http[-_])?method([-_]override)?$/i;

function limitHeaders({ rateLimit }: Accepted): Readonly<Record<string, string>> {
  if (rateLimit === undefined) return {};
  return {
    "x-rate-limit-limit": String(rateLimit.limit),
    "x-rate-limit-remaining": String(rateLimit.remaining),
    "x-rate-limit-reset": String(rateLimit.reset),
  };
}

/** RFC 9745 §2.1, RFC 8594 §3. */
function sunsetHeaders({ sunset }: Accepted): Readonly<Record<string, string>> {
  if (sunset === undefined) return {};
  const { deprecatedAt, endsAt, link } = sunset;
  return {
    deprecation: `@${deprecatedAt}`,
    sunset: new Date(endsAt * 1000).toUTCString(),
    link: `<${link}>; rel="deprecation sunset"; type="text/html"`,
  };
}

/** The response that the service itself gives before it checks any credential. */
function rejected(status: number, message: string): Decision {
  const headers = {
    "content-type": "application/json; charset=utf-8",
    "cache-control": "no-store",
    "x-content-type-options": "nosniff",
  };
  const body = JSON.stringify({ errors: [{ code: 215, message }] });
  return { valid: false, response: { status, headers, body } };
}

function report(error: VerificationFailed): void {
  process.stderr.write(`countersign: ${error.message}\n`);
}
