/** A request that was accepted or rejected, as counts, sources, and samples of requests get it. */
import type { AccessLevel } from "./access.ts";
import type { AccessToken, ApplicationCredential, ApplicationId, UserId } from "./credentials.ts";
import type { RequestError } from "./errors.ts";
import type { RemainingQuota } from "./limits.ts";
import type { ReceivedRequest } from "./rejected-request.ts";
import type { TraitSet } from "./trait.ts";

export interface DecidedRequest {
  readonly request: ReceivedRequest;
  /** The operation's name, or empty for a request to an administrator's API. */
  readonly operation: string;
  /** The API's origin, if the request was not made to this service. */
  readonly origin: string | undefined;
  /** The limit of an administrator's API. */
  readonly apiLimit: string | undefined;
  /** The application whose credentials were valid. */
  readonly applicationId: ApplicationId | undefined;
  /** The consumer key that a rejected request named, if its credentials were not valid. There may be no such key. */
  readonly namedKey: string | undefined;
  /** These three are known only if the credentials were valid, and not for every request that was rejected then. */
  readonly userId: UserId | undefined;
  readonly credential: ApplicationCredential | undefined;
  readonly token: AccessToken | undefined;
  /** Of a request with valid credentials, or of a mistake. */
  readonly traits: TraitSet;
  readonly rejection: RequestError | undefined;
  /** Whether the caller proved who it is. Anyone can cause the others. */
  readonly authenticated: boolean;
  /** It was given a token. */
  readonly issued: boolean;
  /** The status of the response. It is undefined if the request was rejected, or an API sends the response. */
  readonly status: number | undefined;
  /** What the caller may do, if that was verified for an API. */
  readonly access: AccessLevel | undefined;
  /** What was left of its limit afterward. */
  readonly quota: RemainingQuota | undefined;
  readonly at: number;
}

/** It is called for each request, before the response, so it must neither wait nor throw. */
export interface DecidedRequests {
  add(decided: DecidedRequest): void;
}
