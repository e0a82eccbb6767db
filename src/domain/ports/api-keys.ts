/**
 * The part of the database that holds the keys of the admin API, each as a digest, and remembers, for a day, which of
 * their calls changed something.
 */

import type {
  AdminRequestEnd,
  ClaimedAdminRequest,
  StoredAdminRequests,
} from "../admin-request.ts";
import type { ApiKey, ListedApiKey, NewApiKey } from "../api-key.ts";
import type { AuditContext } from "../audit.ts";
import type { Awaitable } from "../awaitable.ts";
import type { ApiKeyId, TokenDigest } from "../credentials.ts";
import type { Slice } from "../slice.ts";

export interface ApiKeys {
  /** Exactly one of concurrent calls with the same name creates the key. */
  createApiKey(key: NewApiKey, by: AuditContext): Promise<"created" | "name-taken">;
  /** Expired ones too, ordered by id. */
  apiKeys(page: Slice): Awaitable<readonly ListedApiKey[]>;
  /** The caller checks whether it has expired. */
  apiKeyWithDigest(digest: TokenDigest): Awaitable<ApiKey | undefined>;
  /** Every node rejects the key from the next call on. False if there is no such key, for example because of a race. */
  revokeApiKey(id: ApiKeyId, by: AuditContext): Promise<string | undefined>;
  /** Changes nothing if an earlier call of the same minute did. */
  touchApiKey(used: { id: ApiKeyId; now: number }): Promise<void>;
}

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
