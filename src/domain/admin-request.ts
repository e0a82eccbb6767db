/** A call of the admin API that has an `Idempotency-Key`, so that repeating it changes nothing more. */
import type { TokenDigest } from "./credentials.ts";
import { dayMs } from "./day.ts";

export const adminRequestMs = dayMs;

/** A call that has not ended after this time has no response any more: its node may have stopped. */
export const maxAdminRequestMs = 60_000;

export interface BegunAdminRequest {
  /** Finds it: the API key's ID with the header. */
  readonly digest: TokenDigest;
  /** The method, the URL and the body: the same `Idempotency-Key` must have the same. */
  readonly request: TokenDigest;
  readonly begunAt: number;
}

/** `reply` is undefined while the call runs, or if it never ended. */
export interface EarlierAdminRequest extends BegunAdminRequest {
  readonly reply: string | undefined;
}

export function adminRequestIdentity(digest: string): string {
  return `admin_request.reply:${digest}`;
}
