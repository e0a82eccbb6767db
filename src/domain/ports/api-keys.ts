/**
 * The part of the database that holds the keys of the admin API, each as a digest, and remembers, for a day, which of
 * their calls changed something.
 */

import type {
  AdminRequestEnd,
  ClaimedAdminRequest,
  StoredAdminRequests,
} from "../admin-request.ts";
import type { ApiKeyRotation, FoundApiKey, ListedApiKey, NewApiKey } from "../api-key.ts";
import type { AuditContext } from "../audit.ts";
import type { Awaitable } from "../awaitable.ts";
import type { ApiKeyId, TokenDigest } from "../credentials.ts";
import type { Slice } from "../slice.ts";

export interface ApiKeys {
  /** Exactly one of concurrent calls with the same name creates the key. */
  createApiKey(key: NewApiKey, by: AuditContext): Promise<"created" | "name-taken">;
  /** Expired ones too, ordered by id. */
  apiKeys(page: Slice): Awaitable<readonly ListedApiKey[]>;
  /** The present key or the previous one. The caller checks whether it still works. */
  apiKeyWithDigest(digest: TokenDigest): Awaitable<FoundApiKey | undefined>;
  /**
   * Of two that replace the same key, one does, and the other gets "changed", as after any other rotation. While a
   * previous key works, nothing is changed ("overlapping"). Of a rotation and a revocation, either may be first, and no
   * key is left.
   */
  rotateApiKey(
    rotation: ApiKeyRotation,
    by: AuditContext,
  ): Promise<"rotated" | "overlapping" | "changed" | "gone">;
  /**
   * The previous key ends too. Every node rejects both from the next call on. Returns the name, or undefined if there
   * is no such key, for example because of a race.
   */
  revokeApiKey(id: ApiKeyId, by: AuditContext): Promise<string | undefined>;
  /** Changes nothing if an earlier call of the same minute did. */
  touchApiKey(used: {
    id: ApiKeyId;
    now: number;
    /** From where it was called. */
    network: string | undefined;
  }): Promise<void>;
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
