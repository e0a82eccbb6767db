/** The ledger's part for request tokens: issued, decided once, exchanged once. */
import type { AccessTokenCandidate, GrantedAccess } from "../access-token.ts";
import type { ConsumerCredentials } from "../application.ts";
import type { AuditEvent } from "../audit.ts";
import type { Awaitable } from "../awaitable.ts";
import type { ApplicationId, ConsumerKey, RequestToken, UserId, Verifier } from "../credentials.ts";
import type { Moment } from "../lasting.ts";
import type {
  NewRequestToken,
  RequestTokenCredentials,
  RequestTokenRecord,
} from "../request-token.ts";

export interface RequestTokens {
  /**
   * False, and nothing is issued, where the application's callbacks or level are others by now than were seen: a
   * callback that was removed, or a level that was lowered, is not brought back by a request on its way.
   */
  issueRequestToken(requestToken: NewRequestToken): Promise<boolean>;
  requestToken(token: string, now: Moment): Awaitable<RequestTokenRecord | undefined>;
  /**
   * Of all approvals and cancellations of one request token exactly one counts; the others are "too-late", as
   * they are once it has expired. With `onlyIfGranted`, nobody was asked: it counts only while the application
   * uses "Sign in with the service", works, and holds an access token of this user that covers the level asked
   * for, and the email address where that is asked for. Otherwise it is "not-granted", and the request token
   * stays as it is. A revocation that commits first is therefore never undone.
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
    event: AuditEvent,
  ): Promise<"approved" | "too-late" | "not-granted">;
  cancelRequestToken(
    cancellation: { token: RequestToken; now: number },
    event: AuditEvent,
  ): Promise<boolean>;
  /**
   * Of all callers with the right verifier exactly one gets the access token; the request token is
   * gone with it. A wrong verifier is counted in the same step, and the fifth one kills the request
   * token, so that parallel guesses have the same budget as patient ones.
   */
  exchangeRequestToken(
    exchange: {
      token: RequestToken;
      verifier: string;
      candidate: AccessTokenCandidate;
      now: number;
    },
    event: AuditEvent,
  ): Promise<GrantedAccess | "wrong-verifier" | "gone">;
  /** Undefined unless the request token is live and this key's. */
  requestTokenCredentials(
    consumerKey: ConsumerKey,
    token: RequestToken,
    now: Moment,
  ): Awaitable<{ consumer: ConsumerCredentials; request: RequestTokenCredentials } | undefined>;
  /**
   * The live request token of this application that was approved with this verifier, without counting a try. A PIN is
   * nobody's: each look would be a free guess.
   */
  requestTokenOfVerifier(
    applicationId: ApplicationId,
    verifier: string,
    now: number,
  ): Awaitable<RequestToken | undefined>;
}
