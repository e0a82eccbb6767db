/** A request token (temporary credentials, RFC 5849 §2.1) lasts fifteen minutes, is decided once and exchanged once. */
import { type AccessLevel, covers } from "./access.ts";
import type { Grant } from "./access-token.ts";
import { typedCode } from "./ascii-digits.ts";
import type { ApplicationId, RequestToken, Secret, UserId } from "./credentials.ts";
import type { ApplicationDraft } from "./fields/application.ts";

export const requestTokenLifeMs = 15 * 60 * 1000;

/** The wrong verifier with this number ends the request token. */
export const verifierTries = 5;

/** The callback value that selects PIN mode (RFC 5849 §2.1). */
export const outOfBand = "oob";

/** Returns the PIN that a verifier is, however a user typed it. No other verifier has seven digits. */
export function typedPin(verifier: string): string | undefined {
  const code = typedCode(verifier);
  return /^[0-9]{7}$/.test(code) ? code : undefined;
}

export interface RequestTokenRecord {
  readonly token: RequestToken;
  readonly applicationId: ApplicationId;
  /** `oob`, or the URL to which the user returns. */
  readonly callback: string;
  readonly access: AccessLevel;
  /** Whether the application requested the email address when this token was made. */
  readonly requestEmail: boolean;
  readonly expiresAt: number;
  /** Approved or canceled, so that neither is possible any more. */
  readonly decided: boolean;
}

/** The application has not exchanged a pending approval yet; its user sees it. */
export interface PendingApproval {
  readonly token: RequestToken;
  readonly applicationId: ApplicationId;
  readonly name: string;
  readonly icon: string | undefined;
  readonly ownerScreenName: string;
  readonly access: AccessLevel;
  readonly requestEmail: boolean;
  /** This is undefined if a node of an earlier version approved it. */
  readonly approvedAt: number | undefined;
  readonly expiresAt: number;
}

/** A user approves far fewer in 15 minutes. */
export const maxApprovalsShown = 50;

export function coversRequest(
  held: readonly Pick<Grant, "access" | "emailGranted">[],
  { access, requestEmail }: Pick<RequestTokenRecord, "access" | "requestEmail">,
): boolean {
  return held.some(
    (grant) => covers(grant.access, access) && (grant.emailGranted || !requestEmail),
  );
}

export interface RequestTokenCredentials {
  readonly secret: Secret;
  readonly approvedBy: { readonly id: UserId; readonly suspended: boolean } | undefined;
}

export interface NewRequestToken {
  readonly token: RequestToken;
  readonly secret: Secret;
  readonly applicationId: ApplicationId;
  readonly callback: string;
  readonly access: AccessLevel;
  readonly requestEmail: boolean;
  /** The application's values against which callback and level were checked. */
  readonly seen: Pick<ApplicationDraft, "access" | "callbacks">;
  readonly now: number;
  readonly expiresAt: number;
}
