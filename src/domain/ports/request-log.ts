/** The part of the database that holds the request log. */
import type { Awaitable } from "../awaitable.ts";
import type { ApplicationId } from "../credentials.ts";
import type {
  ListedRequest,
  RejectedRequest,
  SealedRequest,
  VerifiedRequest,
} from "../logged-request.ts";

export interface RequestLog {
  /**
   * Stores the request with its details encrypted. If the application already has `maxRejected`, the oldest one of the
   * network with the most is deleted, so that no network pushes out more than its share. Verified requests have a
   * place of their own. Returns false if there is no such application.
   */
  logRejectedRequest(request: RejectedRequest): Promise<boolean>;
  /**
   * Stores at most `maxLoggedAtOnce` requests with their details encrypted, and deletes what is neither among the
   * latest `maxLatest` verified ones of its application nor in its sample. Those of deleted applications are left out.
   * Returns the lowest level that each application's sample has room for.
   */
  logVerifiedRequests(
    requests: readonly VerifiedRequest[],
  ): Promise<readonly (readonly [ApplicationId, number])[]>;
  /** The application's requests that haven't expired, newest first. */
  loggedRequests(applicationId: ApplicationId, now: number): Awaitable<readonly SealedRequest[]>;
  /** The same without their details, most of which is text. */
  listedRequests(applicationId: ApplicationId, now: number): Awaitable<readonly ListedRequest[]>;
  loggedRequest(id: string, now: number): Awaitable<SealedRequest | undefined>;
}
