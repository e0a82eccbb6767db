/** The part of the ledger that holds refused requests, which developers open by id. */
import type { Awaitable } from "../awaitable.ts";
import type { ApplicationId } from "../credentials.ts";
import type { ExplainedRequest, RefusedRequest, SealedExplanation } from "../refused-request.ts";

export interface RefusedRequests {
  /**
   * Stores the request with its explanation encrypted. If the application already has `mostRefusedRequests`,
   * the oldest one of the network with the most is deleted, so that no network pushes out more than its share.
   * Returns false if there is no such application.
   */
  keepRefusedRequest(request: ExplainedRequest): Promise<boolean>;
  /** The application's refused requests since then, newest first. */
  refusedRequests(
    applicationId: ApplicationId,
    since: number,
  ): Awaitable<readonly RefusedRequest[]>;
  /** Undefined if there is no such request, or it is older than `since`. */
  refusedRequest(id: string, since: number): Awaitable<SealedExplanation | undefined>;
}
