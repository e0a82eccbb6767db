/**
 * Request and response types of `POST /verify` (docs/reference/verification.md), in camelCase.
 */

/** Who sent a request. */
export type Caller = UserCaller | ApplicationCaller;

/** A user, through an application they authorized. */
export interface UserCaller extends CallingApplication {
  readonly context: "user";
  readonly userId: string;
  readonly screenName: string;
}

/** An application that acts for itself. */
export interface ApplicationCaller extends CallingApplication {
  readonly context: "application";
}

export interface CallingApplication {
  readonly appId: string;
  readonly consumerKey: string;
  /** A caller with `read-write` meets `requires: { access: "write" }`, and one with either meets `"read"`. */
  readonly access: "read" | "read-write";
  readonly body: BodyState;
}

/**
 * What is known of the request's body. `signed`: a form, whose fields the signature covers. `hashed`: its hash was
 * signed. `unsigned`: it could be another one. `unseen`: it has a signed hash, and was not compared with it.
 */
export type BodyState = "signed" | "hashed" | "unsigned" | "unseen";

export interface Requirement {
  /** Default: any. */
  readonly context?: "user" | "application" | "any" | undefined;
  /** Default: read for GET and HEAD, write for every other method. */
  readonly access?: "read" | "write" | undefined;
  /** The signature has to cover the body: as a form, or by its hash in oauth_body_hash. */
  readonly body?: "hashed" | undefined;
}

/** The requirements of a route for its callers. */
export interface Rules {
  readonly requires?: Requirement | undefined;
  /** The name of a limit in the service's COUNTERSIGN_API_LIMITS. */
  readonly limit?: string | undefined;
  /** As how many requests it counts, a whole number up to 10,000. Default: 1. It needs a `limit`. */
  readonly cost?: number | undefined;
}

/** The callers that a route with these rules can have: with `requires: { context: "user" }`, always a user. */
export type CallerOf<Given extends Rules> = Given extends {
  readonly requires: { readonly context: infer Context };
}
  ? Context extends "user"
    ? UserCaller
    : Context extends "application"
      ? ApplicationCaller
      : Caller
  : Caller;

/**
 * A request that reached your API, in raw bytes: the signature covers the bytes that the client sent, not a framework's
 * view of them.
 */
export interface VerificationRequest extends Rules {
  readonly method: string;
  /** Path and query, exactly as in the request line. */
  readonly target: string;
  readonly authorization?: string | undefined;
  readonly contentType?: string | undefined;
  /**
   * The body, as it was sent. A form goes to the service as it is, of any other body only digests. Without it, a signed
   * hash is not compared with anything.
   */
  readonly body?: Uint8Array | string | undefined;
  /** The client's address, for the limit on failures. */
  readonly address?: string | undefined;
  /** The client's User-Agent, for the pages that show what uses a key. Its first 500 characters are sent. */
  readonly userAgent?: string | undefined;
  /** Identifies this request if you verify it again. By default, every call of `verify` has a new ID. */
  readonly requestId?: string | undefined;
}

export interface RateLimit {
  readonly limit: number;
  readonly remaining: number;
  /** Seconds since 1970. */
  readonly reset: number;
}

/** What the request uses will end: the application's developer is told by headers of the response. */
export interface Sunset {
  readonly name: string;
  /** These two are in seconds since 1970. */
  readonly deprecatedAt: number;
  readonly endsAt: number;
  /** Where to read what to do. */
  readonly link: string;
}

/** The response that your API should send, byte for byte. */
export interface ErrorResponse {
  readonly status: number;
  readonly headers: Readonly<Record<string, string>>;
  readonly body: string;
}

export interface Accepted<Who extends Caller = Caller> {
  readonly valid: true;
  readonly caller: Who;
  /** Undefined if no limit was named, or if the service counts none. */
  readonly rateLimit: RateLimit | undefined;
  /** The middleware sends it to the client, as the headers Deprecation (RFC 9745), Sunset (RFC 8594), and Link. */
  readonly sunset: Sunset | undefined;
  /**
   * For how many seconds you may accept such a request again without asking, so for how long a revoked bearer token is
   * accepted. 0 unless the service has COUNTERSIGN_DECISION_MAX_AGE, and always 0 if the request is signed or counted.
   */
  readonly maxAge: number;
  /** Identifies the decision in the service's log. */
  readonly decisionId: string;
}

export interface Rejected {
  readonly valid: false;
  readonly code: number;
  readonly cause: string;
  readonly message: string;
  readonly response: ErrorResponse;
  readonly decisionId: string;
}

export type Decision<Who extends Caller = Caller> = Accepted<Who> | Rejected;
