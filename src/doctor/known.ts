/**
 * What the service knows about a pasted request and may tell the person. Secrets are only compared; no finding contains
 * one.
 */
import type { AccessLevel } from "../domain/access.ts";
import type { Secret } from "../domain/credentials.ts";
import type { RevokedBy } from "./cause.ts";

export interface Known {
  /** Milliseconds since the epoch. */
  readonly now: number;
  /** This service's origins, against which signatures are checked. The first is the base URL. */
  readonly origins: readonly [string, ...string[]];
  /** The origins of the operator's APIs. */
  readonly apiOrigins: readonly string[];
  readonly operations: readonly KnownOperation[];
  readonly application: KnownApplication;
  /** Other applications that the person works on, so that nobody learns about anyone else's. */
  readonly others: readonly OtherApplication[];
  readonly token: KnownToken;
  /** Undefined if it cannot be known. */
  readonly nonceUsed: boolean | undefined;
}

export interface KnownOperation {
  readonly path: string;
  /** How the caller authenticates. */
  readonly scheme: "consumer" | "request-token" | "access-token" | "basic" | "other";
}

export interface KnownApplication {
  readonly name: string;
  readonly consumerKey: string;
  /** The valid secrets: the current one, and the previous one during an overlap. */
  readonly secrets: readonly Secret[];
  readonly secretSetAt: number;
  /** The previous secret, if it is no longer valid but still stored. */
  readonly oldSecret: { readonly secret: Secret; readonly until: number } | undefined;
  readonly suspendedBecause: string | undefined;
  readonly access: AccessLevel;
  readonly callbacks: readonly string[];
  readonly confirmedSchemes: readonly string[];
}

export interface OtherApplication {
  readonly name: string;
  readonly consumerKey: string;
  readonly secrets: readonly Secret[];
}

/** The token that the request names. */
export type KnownToken =
  | { readonly kind: "none" }
  | {
      readonly kind: "access";
      readonly secret: Secret;
      readonly access: AccessLevel;
      readonly personSuspended: boolean;
    }
  | {
      readonly kind: "request";
      readonly secret: Secret;
      /** Undefined if it has not expired. */
      readonly expiredAt: number | undefined;
      readonly approved: boolean;
      readonly personSuspended: boolean;
      /** "unchecked": no verifier was sent, or it is a PIN, which checking would allow to guess. */
      readonly verifier: "right" | "wrong" | "of-other-token" | "unchecked";
    }
  | { readonly kind: "of-other-application"; readonly application: string }
  | {
      readonly kind: "gone";
      readonly revoked: { readonly at: number; readonly by: RevokedBy } | undefined;
    };
