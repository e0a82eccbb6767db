/** The part of the database that holds rejected requests, which developers open by id. */
import type { Awaitable } from "../awaitable.ts";
import type { ApplicationId } from "../credentials.ts";
import type { ExplainedRequest, RejectedRequest, SealedExplanation } from "../rejected-request.ts";

export interface RejectedRequests {
  /**
   * Stores the request with its explanation encrypted. If the application already has `maxRejectedRequests`,
   * the oldest one of the network with the most is deleted, so that no network pushes out more than its share.
   * Returns false if there is no such application.
   */
  keepRejectedRequest(request: ExplainedRequest): Promise<boolean>;
  /** The application's rejected requests since then, newest first. */
  rejectedRequests(
    applicationId: ApplicationId,
    since: number,
  ): Awaitable<readonly RejectedRequest[]>;
  /** Returns undefined if there is no such request, or it is older than `since`. */
  rejectedRequest(id: string, since: number): Awaitable<SealedExplanation | undefined>;
}
