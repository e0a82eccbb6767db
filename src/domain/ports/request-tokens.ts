/**
 * The part of the database that holds request tokens, which are issued, approved or canceled once, and exchanged once.
 */
import type { AccessTokenCandidate, GrantedAccess } from "../access-token.ts";
import type { ConsumerCredentials } from "../application.ts";
import type { AuditContext } from "../audit.ts";
import type { Awaitable } from "../awaitable.ts";
import type { ApplicationId, ConsumerKey, RequestToken, UserId, Verifier } from "../credentials.ts";
import type { Moment } from "../lasting.ts";
import type {
  NewRequestToken,
  PendingApproval,
  RequestTokenCredentials,
  RequestTokenRecord,
} from "../request-token.ts";

export interface RequestTokens {
  /**
   * Returns false and issues nothing if the application's callbacks or level have changed since the caller read
   * them. Otherwise a request on its way could bring back a removed callback or a lowered level.
   */
  issueRequestToken(requestToken: NewRequestToken): Promise<boolean>;
  requestToken(token: string, now: Moment): Awaitable<RequestTokenRecord | undefined>;
  /**
   * Of concurrent approvals and cancellations of one request token exactly one counts; the others get "too-late", as
   * does any decision after it has expired, or of a user who was deleted. `onlyIfGranted` means that consent was
   * skipped: the approval only counts while the application uses "Sign in with the service", is not suspended, and
   * holds an access token of this user that covers the requested level, and the email address if that is requested.
   * Otherwise the result is "not-granted" and the request token stays open. A revocation that commits first is
   * therefore never undone. "unapproved": the application is not approved, and this is not its owner.
   */
  approveRequestToken(
    approval: {
      token: RequestToken;
      userId: UserId;
      verifier: Verifier;
      kind: "verifier" | "pin";
      now: number;
      onlyIfGranted?: boolean;
    },
    by: AuditContext,
  ): Promise<"approved" | "too-late" | "not-granted" | "unapproved">;
  cancelRequestToken(
    cancellation: { token: RequestToken; userId: UserId; now: number },
    by: AuditContext,
  ): Promise<boolean>;
  /**
   * Of concurrent callers with the right verifier exactly one gets the access token, and the request token is
   * deleted. A wrong verifier is counted in the same step, and the fifth one deletes the request token, so
   * parallel guesses get no more tries than sequential ones. "unapproved": the application's approval was
   * withdrawn, and the user is not its owner; the request token stays.
   */
  exchangeRequestToken(
    exchange: {
      token: RequestToken;
      verifier: string;
      candidate: AccessTokenCandidate;
      now: number;
    },
    by: AuditContext,
  ): Promise<GrantedAccess | "wrong-verifier" | "gone" | "unapproved">;
  /**
   * The user's approvals that have not been exchanged, those that expire last first, at most
   * `maxApprovalsShown`.
   */
  pendingApprovals(userId: UserId, now: number): Awaitable<readonly PendingApproval[]>;
  /**
   * Ends an approval of this user. Returns its application, or undefined, and nothing is
   * recorded, if it was exchanged or ended before.
   */
  withdrawApproval(
    approval: { readonly token: RequestToken; readonly userId: UserId },
    by: AuditContext,
  ): Promise<ApplicationId | undefined>;
  /**
   * Ends approvals of this application by any user that have not been exchanged, at most `most`. Returns how many: if
   * it is `most`, there may be more. Each user has an event.
   */
  withdrawApprovals(
    of: { readonly applicationId: ApplicationId; readonly most: number },
    by: AuditContext,
  ): Promise<number>;
  /** Returns undefined unless the request token has not expired and belongs to this consumer key. */
  requestTokenCredentials(
    consumerKey: ConsumerKey,
    token: RequestToken,
    now: Moment,
  ): Awaitable<{ consumer: ConsumerCredentials; request: RequestTokenCredentials } | undefined>;
  /**
   * The open request token of this application that was approved with this verifier; does not count a try.
   * Never returns one with a PIN, because each lookup would be a free guess.
   */
  requestTokenOfVerifier(
    applicationId: ApplicationId,
    verifier: string,
    now: number,
  ): Awaitable<RequestToken | undefined>;
}
