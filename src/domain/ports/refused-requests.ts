/** The ledger's part for refused requests that can be opened by their id. */
import type { Awaitable } from "../awaitable.ts";
import type { ApplicationId } from "../credentials.ts";
import type { ExplainedRequest, RefusedRequest, SealedExplanation } from "../refused-request.ts";

export interface RefusedRequests {
  /**
   * Keeps it, the explanation sealed. Where the application has `mostRefusedRequests`, the oldest of the network that has
   * most of them goes, so that nobody pushes out more than their share. False: there is no such application.
   */
  keepRefusedRequest(request: ExplainedRequest): Promise<boolean>;
  /** Those of an application since then, the newest first. */
  refusedRequests(
    applicationId: ApplicationId,
    since: number,
  ): Awaitable<readonly RefusedRequest[]>;
  /** Undefined: there is none, or it was before `since`. */
  refusedRequest(id: string, since: number): Awaitable<SealedExplanation | undefined>;
}
