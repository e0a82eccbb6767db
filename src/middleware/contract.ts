/** What the service is asked and what it answers: `POST /verify` (docs/reference/verification.md), in JavaScript's names. */

/** Who sent a request. */
export type Caller = UserCaller | ApplicationCaller;

/** A person, through an application that they have approved. */
export interface UserCaller extends CallingApplication {
  readonly context: "user";
  readonly userId: string;
  readonly screenName: string;
}

/** An application on its own behalf. */
export interface ApplicationCaller extends CallingApplication {
  readonly context: "application";
}

export interface CallingApplication {
  readonly appId: string;
  readonly consumerKey: string;
  /** Write includes read. */
  readonly access: "read" | "read-write";
}

export interface Requirement {
  /** Default: any. */
  readonly context?: "user" | "application" | "any";
  /** Default: read for GET and HEAD, write for every other method. */
  readonly access?: "read" | "write";
}

/** What a route asks of its callers. */
export interface Rules {
  readonly requires?: Requirement;
  /** The name of a limit in the service's COUNTERSIGN_API_LIMITS. */
  readonly limit?: string;
}

/** A request that reached your API, in raw bytes: its signature covers what the client sent, not what a framework made of it. */
export interface Question extends Rules {
  readonly method: string;
  /** Path and query exactly as on the request line. */
  readonly target: string;
  readonly authorization?: string;
  readonly contentType?: string;
  /** The body of a form, as it was sent. Other bodies are not signed: leave them out. */
  readonly body?: Uint8Array | string;
  /** The client's address, for the limit on failures. */
  readonly address?: string;
  /** Names this request when you ask about it again; by default each call of `verify` has an id of its own. */
  readonly attempt?: string;
}

export interface RateLimit {
  readonly limit: number;
  readonly remaining: number;
  /** Seconds since 1970. */
  readonly reset: number;
}

/** What your API should answer, byte for byte. */
export interface RefusalResponse {
  readonly status: number;
  readonly headers: Readonly<Record<string, string>>;
  readonly body: string;
}

export interface Accepted {
  readonly valid: true;
  readonly caller: Caller;
  readonly rateLimit: RateLimit | undefined;
  /** Finds the decision in the service's log. */
  readonly decisionId: string;
}

export interface Refused {
  readonly valid: false;
  readonly code: number;
  readonly cause: string;
  readonly message: string;
  readonly response: RefusalResponse;
  readonly decisionId: string;
}

export type Verdict = Accepted | Refused;
