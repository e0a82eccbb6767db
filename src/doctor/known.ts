/** What the service knows about a pasted request, as far as the person may know it. Secrets are compared, and never part of a finding. */
import type { AccessLevel } from "../domain/access.ts";
import type { Secret } from "../domain/credentials.ts";
import type { RevokedBy } from "./cause.ts";

export interface Known {
  /** Milliseconds since the epoch. */
  readonly now: number;
  /** What signatures are checked with: this service's own, the base URL first. */
  readonly origins: readonly [string, ...string[]];
  /** Of the operator's APIs. */
  readonly apiOrigins: readonly string[];
  readonly operations: readonly KnownOperation[];
  readonly application: KnownApplication;
  /** Others that the person who asks works on: nobody learns of anybody else's. */
  readonly others: readonly OtherApplication[];
  readonly token: KnownToken;
  /** Undefined: nobody can tell. */
  readonly nonceUsed: boolean | undefined;
}

export interface KnownOperation {
  readonly path: string;
  /** What proves who calls. */
  readonly scheme: "consumer" | "request-token" | "access-token" | "basic" | "other";
}

export interface KnownApplication {
  readonly name: string;
  readonly consumerKey: string;
  /** Those that sign now: the current one, then the one that it replaced, for as long as both work. */
  readonly secrets: readonly Secret[];
  readonly secretSetAt: number;
  /** Ended, and still known. */
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
      /** Undefined: it lives. */
      readonly expiredAt: number | undefined;
      readonly approved: boolean;
      readonly personSuspended: boolean;
      /** "unchecked": a PIN, because each look would be a free guess, or none was sent. */
      readonly verifier: "right" | "wrong" | "of-other-token" | "unchecked";
    }
  | { readonly kind: "of-other-application"; readonly application: string }
  | {
      readonly kind: "gone";
      readonly revoked: { readonly at: number; readonly by: RevokedBy } | undefined;
    };
