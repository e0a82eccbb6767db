/** The part of the database that remembers, for a day, which calls of the admin API were made. */
import type { BegunAdminRequest, EarlierAdminRequest } from "../admin-request.ts";
import type { TokenDigest } from "../credentials.ts";

export interface AdminRequests {
  /** Exactly one of concurrent calls with the same digest gets "begun"; the others get its request. */
  beginAdminRequest(call: BegunAdminRequest): Promise<"begun" | EarlierAdminRequest>;
  /** Stores the response encrypted. */
  endAdminRequest(digest: TokenDigest, reply: string): Promise<void>;
  /** The call changed nothing, so the same one may begin again. */
  forgetAdminRequest(digest: TokenDigest): Promise<void>;
}
