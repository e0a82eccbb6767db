/** The checks that enforce a level and the list on the consent page read this table, so the page can't promise more. */
type AccessLevel = "read" | "write";

/**
 * The table of errors: every reason for which the service rejects a request. `docs/reference/errors.md` is
 * generated from it.
 *
 * There are three audiences: callers see `message` and, as far as they have proved who they are, `detail`; the
 * administrator's log has `reason`.
 */

declare const requestErrors: {
    readonly couldNotAuthenticate: {
    };
    readonly verifierRejected: {
    };
    readonly wrongBody: {
    };
    readonly noSuchPath: {
    };
    readonly methodNotAllowed: {
    };
    readonly userSuspended: {
    };
    readonly networkNotAllowed: {
    };
    readonly rateLimited: {
    };
    readonly invalidToken: {
    };
    readonly sslRequired: {
    };
    readonly tooManyTokenRequests: {
    };
    readonly unknownBearer: {
    };
    readonly overCapacity: {
    };
    readonly outcomeUnknown: {
    };
    readonly internalError: {
    };
    readonly timestampOutOfBounds: {
    };
    readonly grantTypeMissing: {
    };
    readonly grantTypeUnsupported: {
    };
    readonly badAuthenticationData: {
    };
    readonly signatureMethodNotAccepted: {
    };
    readonly noCredentials: {
    };
    readonly requestTooSlow: {
    };
    readonly bodyTooLarge: {
    };
    readonly encodedBody: {
    };
    readonly headersTooLarge: {
    };
    readonly userContextNeeded: {
    };
    readonly wrongContext: {
    };
    readonly ended: {
    };
    readonly accessTypeTooHigh: {
    };
    readonly notTheOwner: {
    };
    readonly callbackNotApproved: {
    };
    readonly applicationSuspended: {
    };
    readonly applicationNotApproved: {
    };
    readonly desktopOnly: {
    };
};
type RequestErrorName = keyof typeof requestErrors;

interface ApplicationOptions {
    readonly name: string;
    /** The default is `["http://127.0.0.1/callback"]`, which allows any port. If it is empty, users get PINs. */
    readonly callbacks?: readonly string[];
    /** The default is `write`. */
    readonly access?: AccessLevel;
    /** "Sign in with the service": consent is skipped for users who already gave access. */
    readonly signIn?: boolean;
    readonly requestEmail?: boolean;
    readonly website?: string;
    readonly description?: string;
    /** 8 to 64 letters and digits. The default is random. */
    readonly consumerKey?: string;
    readonly consumerSecret?: string;
}
interface TestServerApplication {
    readonly id: string;
    readonly name: string;
    readonly consumerKey: string;
    readonly consumerSecret: string;
}

/** The faults that a test causes for the next requests of an operation: an error, a delay, a cut connection. */

interface Fault {
    /** The operation, such as `oauth/request_token`; left out: every operation that programs call. */
    readonly operation?: string;
    /** How many requests it affects; left out: 1. `Infinity`: all. */
    readonly times?: number;
    /** The error that is returned, by its name in the table of errors, such as `overCapacity`. */
    readonly error?: ErrorName;
    /** The value of `Retry-After` that comes with the error, in seconds. */
    readonly retryAfterSeconds?: number;
    /** The delay of the response in milliseconds. Without `error` and `cut`, the usual response is delayed. */
    readonly delayMs?: number;
    /** Cuts the connection instead of responding. */
    readonly cut?: boolean;
}
type ErrorName = RequestErrorName;

interface UserOptions {
    /** See `screenNameForm`. */
    readonly screenName: string;
    /** The default is the screen name. */
    readonly name?: string;
    /** The default is an address at `users.example`. It always counts as verified. */
    readonly email?: string;
    /** For signing in on the pages. The default is a password that all users share. */
    readonly password?: string;
    readonly admin?: boolean;
}
interface TestServerUser {
    readonly id: string;
    readonly screenName: string;
    readonly name: string;
    readonly email: string;
    readonly password: string;
}

interface TestServerOptions {
    /** The default is alice. */
    readonly users?: readonly UserOptions[];
    /** The first user owns them. The default is one application, called "Test application". */
    readonly applications?: readonly ApplicationOptions[];
    /** With the same seed, every run has the same IDs, keys, and secrets. By default, they are random. */
    readonly seed?: string;
    /**
     * Settings of the service without their prefix, such as `{ RATE_LIMITS: "oauth/request_token=3" }`. Rate limits are
     * off by default.
     */
    readonly settings?: Readonly<Record<string, string>>;
    /** 0 or left out: a free port. */
    readonly port?: number;
    /** The port of the internal address, at which APIs verify requests. 0 or left out: a free port. */
    readonly internalPort?: number;
}
interface GrantOptions {
    /** The default is the first application. */
    readonly application?: string;
    /** A screen name; left out: the first user. */
    readonly user?: string;
    /** The default is `write`. */
    readonly access?: AccessLevel;
    readonly emailGranted?: boolean;
}

interface TestServerAccess {
    readonly token: string;
    readonly tokenSecret: string;
}

interface FakeClock {
    /** Milliseconds since the epoch. */
    now(): number;
    /** Sets the clock; it continues to run from there. */
    set(to: Date): void;
    /** Moves the clock; a negative number moves it back. */
    advance(seconds: number): void;
}

/** The requests to a test server, and its responses. */

interface RecordedRequest {
    /** Milliseconds since the epoch, by the test server's clock. */
    readonly at: number;
    readonly method: string;
    readonly path: string;
    /** The operation, for example `oauth/request_token`; `none` if no operation has this path. */
    readonly operation: string;
    /** The status of the response; undefined if the connection was cut. */
    readonly status: number | undefined;
    /** The reason of the rejection; undefined for a success. */
    readonly error: RecordedError | undefined;
    /** Whether a fault of the test decided the response. */
    readonly fault: boolean;
}
interface RecordedError {
    readonly name: RequestErrorName;
    readonly code: number;
    /** The message in the response. */
    readonly message: string;
    /** The reason that a server would have logged; undefined if it would have logged only the message. */
    readonly reason: string | undefined;
}

/** The test requested something impossible from the test server; the message names what is possible. */
declare class UsageError extends Error {
    constructor(message: string, options?: ErrorOptions);
}

interface TestServer extends AsyncDisposable {
    readonly baseUrl: string;
    /** The internal address, at which an API verifies requests. It needs no secret unless a setting has one. */
    readonly internalUrl: string;
    readonly clock: FakeClock;
    readonly users: readonly TestServerUser[];
    readonly applications: readonly TestServerApplication[];
    /** The user with this screen name; by default the first. Throws `UsageError` if there is none. */
    user(screenName?: string): TestServerUser;
    /** The application with this name; by default the first. Throws `UsageError` if there is none. */
    application(name?: string): TestServerApplication;
    addUser(options: UserOptions): Promise<TestServerUser>;
    addApplication(options: ApplicationOptions): Promise<TestServerApplication>;
    /** Gives consent for the user; returns the verifier, or the PIN. */
    approve(requestToken: string, screenName?: string): Promise<string>;
    /** Denies access for the user. */
    deny(requestToken: string, screenName?: string): Promise<void>;
    /** An access token without the flow. If the user already has one, that one. */
    issue(grant?: GrantOptions): Promise<TestServerAccess>;
    /** The application's bearer token. */
    bearer(application?: string): Promise<string>;
    /** Revokes the user's consent; false if there was none. */
    revoke(grant?: Pick<GrantOptions, "application" | "user">): Promise<boolean>;
    suspend(application?: string): Promise<void>;
    restore(application?: string): Promise<void>;
    /**
     * Makes the next matching requests fail; several faults apply one after the other. Throws `UsageError` if a fault
     * cannot happen.
     */
    fail(fault: Fault): void;
    clearFaults(): void;
    /** The requests since the start, at most the latest 10,000. */
    readonly requests: readonly RecordedRequest[];
    forgetRequests(): void;
    stop(): Promise<void>;
}

/**
 * `countersign/testing`. Tests of applications often run on an older Node than the service, which cannot even load it,
 * so the service is loaded after the version was checked.
 */

/**
 * Resolves once requests are accepted. If a port is taken, or an option is unknown or impossible, throws `UsageError`
 * and closes everything.
 */
declare function startTestServer(options?: TestServerOptions): Promise<TestServer>;

export { UsageError, startTestServer };
export type { ApplicationOptions, ErrorName, FakeClock, Fault, GrantOptions, RecordedError, RecordedRequest, TestServer, TestServerAccess, TestServerApplication, TestServerOptions, TestServerUser, UserOptions };
