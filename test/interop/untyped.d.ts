/** The parts of untyped packages that the tests use. */

declare module "express" {
  import type { IncomingMessage, RequestListener, ServerResponse } from "node:http";

  function express(): express.Application;
  namespace express {
    interface Request extends IncomingMessage {
      readonly user?: unknown;
      readonly session: { readonly grant?: { readonly response?: unknown } };
    }
    interface Response extends ServerResponse {
      json(value: unknown): this;
    }
    type Handler = (request: Request, response: Response, next: () => void) => unknown;
    interface Application extends RequestListener {
      use(...handlers: unknown[]): this;
      get(path: string, ...handlers: Handler[]): this;
      put(path: string, ...handlers: unknown[]): this;
      post(path: string, ...handlers: unknown[]): this;
      all(path: string, first: unknown, handler: Handler): this;
      options(path: string, ...handlers: unknown[]): this;
    }
    interface Router {
      get(path: string, ...handlers: unknown[]): this;
      post(path: string, ...handlers: unknown[]): this;
    }
    function Router(): Router;
    function urlencoded(options: { extended: boolean; verify?: unknown }): Handler;
    function json(options?: { verify: unknown }): Handler;
  }
  export = express;
}

declare module "cors" {
  import type { Handler } from "express";

  function cors(options: { origin: string }): Handler;
  export = cors;
}

declare module "express-session" {
  import type { Handler } from "express";

  function session(options: {
    secret: string;
    resave: boolean;
    saveUninitialized: boolean;
  }): Handler;
  export = session;
}

declare module "passport" {
  import type { Handler } from "express";

  const passport: {
    use(strategy: object): void;
    initialize(): Handler;
    authenticate(name: string, options: { session: boolean }): Handler;
  };
  export = passport;
}

declare module "oauth" {
  type Failure = { readonly statusCode: number; readonly data: string } | null;
  type OnTokens = (
    failure: Failure,
    token: string,
    secret: string,
    more: Readonly<Record<string, string>>,
  ) => void;
  type OnData = (failure: Failure, data: string) => void;

  export class OAuth {
    constructor(
      requestUrl: string,
      accessUrl: string,
      consumerKey: string,
      consumerSecret: string,
      version: string,
      callback: string,
      signatureMethod: string,
    );
    getOAuthRequestToken(done: OnTokens): void;
    getOAuthAccessToken(token: string, secret: string, verifier: string, done: OnTokens): void;
    get(url: string, token: string, secret: string, done: OnData): void;
    post(
      url: string,
      token: string,
      secret: string,
      body: object | string,
      contentType: string | undefined,
      done: OnData,
    ): void;
    setClientOptions(options: {
      requestTokenHttpMethod?: "GET" | "POST";
      accessTokenHttpMethod?: "GET" | "POST";
    }): void;
  }
}

declare module "passport-twitter" {
  import type { OAuth } from "oauth";

  export interface Profile {
    readonly id: string;
    readonly username: string;
    readonly displayName: string;
    readonly emails?: readonly { readonly value: string }[];
    readonly photos: readonly { readonly value: string }[];
    readonly _accessLevel: string;
  }
  export class Strategy {
    constructor(
      options: {
        consumerKey: string;
        consumerSecret: string;
        callbackURL: string;
        includeEmail?: boolean;
      },
      verify: (
        token: string,
        secret: string,
        profile: Profile,
        done: (error: unknown, user?: object) => void,
      ) => void,
    );
    /** For subclasses, to sign further requests. */
    protected readonly _oauth: OAuth;
  }
}

declare module "grant/lib/client.js" {
  /** The HTTP client that grant signs its own requests with. */
  function request(options: {
    method: "GET" | "POST";
    url: string;
    qs?: Readonly<Record<string, string>>;
    oauth: {
      consumer_key: string;
      consumer_secret: string;
      token: string;
      token_secret: string;
    };
  }): Promise<{ readonly body: unknown }>;
  export = request;
}

declare module "ims-lti" {
  class OutcomeService {
    constructor(options: {
      consumer_key: string;
      consumer_secret: string;
      service_url: string;
      source_did: string;
    });
    send_replace_result(score: number, callback: (error: unknown, result: unknown) => void): void;
  }
  const lti: { readonly OutcomeService: typeof OutcomeService };
  export = lti;
}

declare module "ims-lti/lib/hmac-sha1.js" {
  class HmacSha1 {
    build_signature_raw(
      url: string,
      parsed: { readonly query: Readonly<Record<string, string>> },
      method: string,
      parameters: Readonly<Record<string, string>>,
      consumerSecret: string,
    ): string;
  }
  export = HmacSha1;
}
