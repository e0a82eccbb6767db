import type { Refusal, RefusalName } from "../domain/refusals.ts";

export type Cause =
  | "no-credentials"
  | "malformed"
  | "timestamp"
  | "token"
  | "signature"
  | "nonce"
  | "suspended-application"
  | "suspended-user"
  | "context"
  | "access"
  | "limit"
  | "capacity"
  | "fault";

export function causeOf({ refusal, more }: Refusal): Cause {
  // Only a request with a valid signature gets as far as its nonce.
  if (refusal === "couldNotAuthenticate" && more.provenAs !== undefined) return "nonce";
  return causes[refusal] ?? "malformed";
}

const causes: Partial<Record<RefusalName, Cause>> = {
  couldNotAuthenticate: "signature",
  noCredentials: "no-credentials",
  invalidToken: "token",
  timestampOutOfBounds: "timestamp",
  applicationSuspended: "suspended-application",
  userSuspended: "suspended-user",
  userContextNeeded: "context",
  wrongContext: "context",
  accessTypeTooHigh: "access",
  rateLimited: "limit",
  overCapacity: "capacity",
  outcomeUnknown: "capacity",
  internalError: "fault",
};
