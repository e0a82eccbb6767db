/**
 * A POST of the admin API with an `Idempotency-Key`, so that repeating it changes nothing more. Its claim is written
 * with its first event, in the transaction of the change: a call that failed before has left no claim.
 */
import { createHmac } from "node:crypto";
import type { ApiKeyId, ApplicationId, Secret, TokenDigest, UserId } from "./credentials.ts";
import { dayMs } from "./day.ts";

export const adminRequestMs = dayMs;

/** A call that has no response after this time does not get one any more: its node may have stopped. */
export const maxAdminRequestMs = 60_000;

/** How many calls of one API key are remembered, and how many bytes of their responses. */
export const maxStoredRequests = 10_000;
export const maxStoredResponseBytes = 16 * 1024 * 1024;

export interface AdminRequestClaim extends AdminRequestDigests {
  readonly apiKeyId: ApiKeyId;
  /** Random: it distinguishes this call from another one with the same `Idempotency-Key`. */
  readonly attempt: string;
}

interface AdminRequestDigests {
  /** Finds the call: the digest of its `Idempotency-Key`. */
  readonly digest: TokenDigest;
  /** The method, the URL and the body: the same `Idempotency-Key` must have the same. */
  readonly request: TokenDigest;
}

export type ReturnedSecret =
  | "consumer-secret"
  | "access-token"
  | "bearer-token"
  | "api-key"
  | "link";

/** Whose data a response has. */
export interface ResponseSubjects {
  readonly userId?: UserId | undefined;
  readonly applicationId?: ApplicationId | undefined;
}

export interface AdminRequestEnd extends Pick<AdminRequestClaim, "digest" | "attempt"> {
  readonly reply: string;
  readonly about: ResponseSubjects;
}

/** A call that has changed something. */
export interface ClaimedAdminRequest
  extends Pick<AdminRequestClaim, "request" | "attempt">,
    ResponseSubjects {
  readonly begunAt: number;
  /** Encrypted. It is undefined while the call runs, if its node has stopped, or if it was erased. */
  readonly reply: Uint8Array | undefined;
  /** The user or the application of the response was deleted, and the response with it. */
  readonly isErased: boolean;
}

export interface StoredAdminRequests {
  readonly rows: number;
  /** Of their responses. */
  readonly bytes: number;
  readonly oldestAt: number | undefined;
}

export function adminRequestIdentity(digest: string): string {
  return `admin_request.reply:${digest}`;
}

/**
 * The API key is the key of the digests, because a body can have a password that someone could guess. The database does
 * not have the API key, and rotating the key ring changes no digest.
 */
export function adminRequestDigests(
  apiKey: Secret,
  idempotencyKey: string,
  { target, bytes }: { readonly target: readonly unknown[]; readonly bytes: Uint8Array },
): AdminRequestDigests {
  const digested = (purpose: string, ...parts: readonly (string | Uint8Array)[]) => {
    const mac = createHmac("sha256", apiKey.reveal()).update(`${purpose}\0`);
    for (const part of parts) mac.update(part);
    return mac.digest("base64url") as TokenDigest;
  };
  return {
    digest: digested("idempotency key", idempotencyKey),
    request: digested("request", `${JSON.stringify(target)}\0`, bytes),
  };
}
