/** The part of the database that remembers, for a day, which calls of the admin API changed something. */

import type {
  AdminRequestEnd,
  ClaimedAdminRequest,
  StoredAdminRequests,
} from "../admin-request.ts";
import type { Awaitable } from "../awaitable.ts";
import type { ApiKeyId, TokenDigest } from "../credentials.ts";

/**
 * A write whose context has a claim makes the claim with its first event. Of two calls with one digest, one commits; a
 * write of the other throws `RequestClaimed` and changes nothing.
 */
export interface AdminRequests {
  adminRequest(digest: TokenDigest): Awaitable<ClaimedAdminRequest | undefined>;
  storedAdminRequests(apiKeyId: ApiKeyId): Awaitable<StoredAdminRequests>;
  /**
   * Stores the response of the attempt encrypted, if the attempt has claimed the call. If the user or application that
   * it is about was deleted meanwhile, the response is not stored.
   */
  endAdminRequest(end: AdminRequestEnd): Promise<void>;
}
