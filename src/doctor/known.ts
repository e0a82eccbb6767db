/** Secrets are only compared; no finding contains one. */
import type { SignatureMethod } from "#oauth1";
import type { AccessLevel } from "../domain/access.ts";
import type { Secret } from "../domain/credentials.ts";
import type { CauseDetails } from "./cause.ts";

export interface Known {
  readonly now: number;
  /** Signatures are checked against these origins of the service. The first is the base URL. */
  readonly origins: readonly [string, ...string[]];
  readonly apiOrigins: readonly string[];
  /** The service accepts these; there is at least one. */
  readonly signatureMethods: readonly SignatureMethod[];
  readonly operations: readonly KnownOperation[];
  /** The requirement of the API for which the request was rejected. */
  readonly needs?: "user" | "application" | undefined;
  readonly application: KnownApplication;
  /** Other applications that the user works on, so that no one learns about anyone else's. */
  readonly others: readonly OtherApplication[];
  readonly token: KnownToken;
  /** This is undefined if it can't be known. */
  readonly nonceUsed: boolean | undefined;
  /** An API has compared the body with its hash, or requires a hash, and has rejected the request for it. */
  readonly wrongBody?: boolean;
  /** The sunset that rejects such a request. */
  readonly retired?: CauseDetails["retired"] | undefined;
  /** The address of a client that was rejected because none of the application's networks has it. */
  readonly outsideAddress?: string | undefined;
}

export interface KnownOperation {
  readonly path: string;
  readonly scheme: "consumer" | "request-token" | "access-token" | "basic" | "other";
}

export interface KnownApplication {
  readonly name: string;
  readonly consumerKey: string;
  readonly secrets: readonly Secret[];
  readonly secretSetAt: number;
  /** There was another secret before it. */
  readonly secretReplaced: boolean;
  /** When an administrator ended the secret, if there is no other one yet. Nothing that is signed is right then. */
  readonly secretRevokedAt: number | undefined;
  /** The previous secret, if it is no longer valid but still stored. */
  readonly previousSecret: { readonly secret: Secret; readonly until: number } | undefined;
  readonly suspendedBecause: string | undefined;
  /** It is not approved, so it works for its owner's account only. */
  readonly ownerOnly?: boolean;
  readonly access: AccessLevel;
  readonly requireSha256: boolean;
  readonly callbacks: readonly string[];
  readonly confirmedSchemes: readonly string[];
}

export interface OtherApplication {
  readonly name: string;
  readonly consumerKey: string;
  readonly secrets: readonly Secret[];
}

export type KnownToken =
  | { readonly kind: "none" }
  | {
      readonly kind: "access";
      readonly secret: Secret;
      readonly access: AccessLevel;
      readonly userSuspended: boolean;
      readonly isOwners?: boolean;
    }
  | {
      readonly kind: "request";
      readonly secret: Secret;
      readonly expiredAt: number | undefined;
      readonly approved: boolean;
      readonly userSuspended: boolean;
      readonly isOwners?: boolean;
      /** "unchecked" means that no verifier was sent, or it is a PIN, which a check would help to guess. */
      readonly verifier: "right" | "wrong" | "of-other-token" | "unchecked";
    }
  | { readonly kind: "of-other-application"; readonly application: string }
  | {
      readonly kind: "gone";
      readonly revoked: CauseDetails["token-revoked"] | undefined;
    };
