import type { RequestError, RequestErrorName } from "../domain/errors.ts";

export type Cause =
  | "no-credentials"
  | "malformed"
  | "signature-method"
  | "timestamp"
  | "token"
  | "signature"
  | "body"
  | "nonce"
  | "suspended-application"
  | "suspended-user"
  | "approval"
  | "network"
  | "ended"
  | "context"
  | "access"
  | "limit"
  | "capacity"
  | "fault";

export function causeOf({ rejection, more }: RequestError): Cause {
  // Only a request with a valid signature gets as far as its nonce.
  if (rejection === "couldNotAuthenticate" && more.verifiedAs !== undefined) return "nonce";
  return causes[rejection] ?? "malformed";
}

const causes: Partial<Record<RequestErrorName, Cause>> = {
  couldNotAuthenticate: "signature",
  wrongBody: "body",
  signatureMethodNotAccepted: "signature-method",
  noCredentials: "no-credentials",
  invalidToken: "token",
  timestampOutOfBounds: "timestamp",
  applicationSuspended: "suspended-application",
  userSuspended: "suspended-user",
  applicationNotApproved: "approval",
  networkNotAllowed: "network",
  ended: "ended",
  userContextNeeded: "context",
  wrongContext: "context",
  accessTypeTooHigh: "access",
  rateLimited: "limit",
  overCapacity: "capacity",
  outcomeUnknown: "capacity",
  internalError: "fault",
};
