import { MiddlewareHandler } from 'hono';

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
/** The response that your API should send, byte for byte. */
interface ErrorResponse {
    readonly status: number;
    readonly headers: Readonly<Record<string, string>>;
    readonly body: string;
}

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
/** There is no decision, so the request must not be served. HttpResponse with `response`. */
declare class VerificationFailed extends Error {
    readonly response: ErrorResponse;
    constructor(message: string, options?: {
        cause?: unknown;
        response?: ErrorResponse;
    });
}

interface MiddlewareOptions extends VerifierOptions {
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

declare module "hono" {
    interface ContextVariableMap {
        /** The caller. Absent on routes without the middleware, and in a preflight that passes. */
        countersign: Caller;
    }
}
/** A handler behind it gets the callers that the rules let through: with `requires: { context: "user" }`, a user. */
type Protect = <Given extends Rules = Rules>(rules?: Given) => MiddlewareHandler<{
    Variables: {
        countersign: CallerOf<Given>;
    };
}>;
/** `const protect = countersign({ url, secret, origin })`, then `app.get(path, protect({ requires, limit }), …)`. */
declare function countersign(options: MiddlewareOptions): Protect;

export { countersign };
export type { Caller, MiddlewareOptions, Protect, Rules, UserCaller };
