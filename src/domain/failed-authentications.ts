/** Requests that named an application without proving that they came from it, for an owner whose requests fail. */

/** The causes, as far as they can be shown without revealing whether someone else's token exists. */
export const failedAuthenticationCauses = [
  "signature",
  "secret",
  "token",
  "clock",
  "nonce",
] as const;
export type FailedAuthenticationCause = (typeof failedAuthenticationCauses)[number];

export interface FailedAuthentication {
  /** The consumer key as it was sent; there may be no such application. */
  readonly consumerKey: string;
  readonly cause: FailedAuthenticationCause;
}

export interface RecentFailedAuthentication {
  readonly at: number;
  readonly cause: FailedAuthenticationCause;
  /** The operation's name, or empty if another server reported the request. */
  readonly operation: string;
}

/** Each process keeps these in memory only, with a bound, because anonymous callers cause them. */
export interface FailedAuthentications {
  note(consumerKey: string, request: RecentFailedAuthentication): void;
  /** The newest is first. */
  of(consumerKey: string): readonly RecentFailedAuthentication[];
}
