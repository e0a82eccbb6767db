/**
 * Request and response types of `POST /verify` (docs/reference/verification.md), in camelCase.
 */
/** Who sent a request. */
type Caller = UserCaller | ApplicationCaller;
/** A user, through an application they authorized. */
interface UserCaller extends CallingApplication {
    readonly userId: string;
    readonly screenName: string;
}
/** An application that acts for itself. */
interface ApplicationCaller extends CallingApplication {
}
interface CallingApplication {
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
type BodyState = "signed" | "hashed" | "unsigned" | "unseen";
interface Requirement {
    /** Default: any. */
    readonly context?: "user" | "application" | "any" | undefined;
    /** Default: read for GET and HEAD, write for every other method. */
    readonly access?: "read" | "write" | undefined;
    /** The signature has to cover the body: as a form, or by its hash in oauth_body_hash. */
    readonly body?: "hashed" | undefined;
}
/** The requirements of a route for its callers. */
interface Rules {
    readonly requires?: Requirement | undefined;
    /** The name of a limit in the service's COUNTERSIGN_API_LIMITS. */
    readonly limit?: string | undefined;
    /** As how many requests it counts, a whole number up to 10,000. Default: 1. It needs a `limit`. */
    readonly cost?: number | undefined;
}
/** The callers that a route with these rules can have: with `requires: { context: "user" }`, always a user. */
type CallerOf<Given extends Rules> = Given extends {
    readonly requires: {
        readonly context: infer Context;
    };
} ? Context extends "user" ? UserCaller : Context extends "application" ? ApplicationCaller : Caller : Caller;
/**
 * A request that reached your API, in raw bytes: the signature covers the bytes that the client sent, not a framework's
 * view of them.
 */
interface VerificationRequest extends Rules {
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
interface RateLimit {
    readonly limit: number;
    readonly remaining: number;
    /** Seconds since 1970. */
    readonly reset: number;
}
/** What the request uses will end: the application's developer is told by headers of the response. */
interface Sunset {
    readonly name: string;
    /** These two are in seconds since 1970. */
    readonly deprecatedAt: number;
    readonly endsAt: number;
    /** Where to read what to do. */
    readonly link: string;
}
/** The response that your API should send, byte for byte. */
interface ErrorResponse {
    readonly status: number;
    readonly headers: Readonly<Record<string, string>>;
    readonly body: string;
}
interface Accepted<Who extends Caller = Caller> {
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
interface Rejected {
    readonly valid: false;
    readonly code: number;
    readonly cause: string;
    readonly message: string;
    readonly response: ErrorResponse;
    readonly decisionId: string;
}
type Decision<Who extends Caller = Caller> = Accepted<Who> | Rejected;

/**
 * The user who sent a request, for a route with `requires: { context: "user" }`. Throws a TypeError for an application
 * that acts for itself, which only a route without that rule can have.
 */
declare function userOf({ countersign }: {
    readonly countersign: Caller;
}): UserCaller;

interface VerifierOptions {
    /** The internal address, such as `http://127.0.0.1:9090`. */
    readonly url: string;
    /**
     * The service's COUNTERSIGN_INTERNAL_SECRET. It may be undefined only if `url` is a loopback address, because the
     * service needs a secret everywhere else.
     */
    readonly secret?: string | undefined;
    /**
     * The address at which clients call your API, such as `https://api.example.com`; one of COUNTERSIGN_API_ORIGINS.
     * Clients sign it, so it is never read from a request: a client can send any Host header.
     */
    readonly origin: string;
    /** How long a decision may take, in milliseconds; the default is 2000. */
    readonly deadlineMs?: number | undefined;
    /** The largest number of connections to the service; further requests wait. The default is 64. */
    readonly connections?: number | undefined;
}
interface Verifier extends Disposable {
    /**
     * Who sent this request, or the response to give instead. Throws `VerificationFailed` if there is no decision:
     * the service is unreachable, too slow or over capacity, or it cannot read the question.
     */
    verify<Given extends VerificationRequest>(verificationRequest: Given): Promise<Decision<CallerOf<Given>>>;
    /** Closes the kept connections. */
    close(): void;
}
/** There is no decision, so the request must not be served. HttpResponse with `response`. */
declare class VerificationFailed extends Error {
    readonly response: ErrorResponse;
    constructor(message: string, options?: {
        cause?: unknown;
        response?: ErrorResponse;
    });
}
/** Throws a TypeError if the URL, the origin or the secret cannot be one. */
declare function createVerifier(options: VerifierOptions): Verifier;

export { VerificationFailed, createVerifier, userOf };
export type { Accepted, ApplicationCaller, BodyState, Caller, CallerOf, CallingApplication, Decision, ErrorResponse, RateLimit, Rejected, Requirement, Rules, Sunset, UserCaller, VerificationRequest, Verifier, VerifierOptions };
