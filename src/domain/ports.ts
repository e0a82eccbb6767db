/**
 * The three stores behind the service. Three, because they have three lives: the ledger is durable,
 * the replay book lives as long as a timestamp is accepted, the rate meter as long as a window.
 *
 * Every method is atomic. A store that cannot answer throws `StoreFailure`; it never guesses.
 */
import type {
  AccessTokenCandidate,
  AccessTokenCredentials,
  ConnectedApplication,
  Grant,
  GrantCounts,
  GrantedAccess,
} from "./access-token.ts";
import type {
  Application,
  ApplicationDraft,
  ApplicationKeys,
  ConsumerCredentials,
  NewApplication,
} from "./application.ts";
import type { AuditEvent, RecordedEvent } from "./audit.ts";
import type {
  AccessToken,
  ApplicationId,
  BearerToken,
  ConsumerKey,
  RequestToken,
  Secret,
  TokenDigest,
  UserId,
  Verifier,
} from "./credentials.ts";
import type { LimitName, Standing } from "./limits.ts";
import type { OneTimeLinks } from "./one-time-link.ts";
import type { Operating } from "./operating.ts";
import type { Answer, Page } from "./page.ts";
import type {
  NewRequestToken,
  RequestTokenCredentials,
  RequestTokenRecord,
} from "./request-token.ts";
import type { NewSession, OpenSession, Session } from "./session.ts";
import type { UseCounts } from "./use.ts";
import type { NewUser, User } from "./user.ts";

export interface Ledger extends OneTimeLinks, Operating, UseCounts {
  // Users

  /** Of two callers with the same screen name (in any case) exactly one makes the user. An operator is recorded as such too. */
  createUser(user: NewUser, event: AuditEvent): Promise<"created" | "screen-name-taken">;
  /** Other sessions of the user end with the old password. */
  setPassword(userId: UserId, passwordHash: string, event: AuditEvent): Promise<void>;
  /** From the next request on nothing of the user works; `undefined` restores. */
  suspendUser(userId: UserId, because: string | undefined, event: AuditEvent): Promise<void>;
  userByScreenName(screenName: string): Answer<User | undefined>;
  /** What a sign-in is checked against. */
  passwordOf(screenName: string): Answer<{ user: User; passwordHash: string } | undefined>;
  users(page: Page): Answer<readonly User[]>;
  userById(userId: UserId): Answer<User | undefined>;
  /** Of two who want one screen name (in any case) exactly one gets it. Without `email` the address stays, whatever it is; another one is not proven. */
  changeProfile(
    profile: { userId: UserId; screenName: string; name: string; email?: string },
    event: AuditEvent,
  ): Promise<"changed" | "screen-name-taken">;
  /** Somebody who may say so says that the address is the user's. False if theirs is another by now. */
  confirmEmail(user: { userId: UserId; email: string }, event: AuditEvent): Promise<boolean>;
  /**
   * Of all who change from the same password exactly one does, and gets the new session; every other
   * session of the user ends. `from` and `to` are hashes.
   */
  changePassword(
    change: { from: string; to: string; session: Omit<NewSession, "passwordHash"> },
    event: AuditEvent,
  ): Promise<boolean>;
  /** The user goes, and with it everything granted and every session; not while applications are owned. */
  deleteUser(userId: UserId, event: AuditEvent): Promise<"deleted" | "owns-applications">;

  // Applications

  /**
   * Of all who make an application with the same id exactly one does, so that a form sent twice makes
   * one; and nobody has more than `most`, however many are made at once.
   */
  createApplication(
    application: NewApplication,
    event: AuditEvent,
  ): Promise<"created" | "id-taken" | "too-many">;
  /**
   * From the next request on what is registered holds. Lowering the access lowers every token that
   * stands and ends what is approved but not yet exchanged; raising it leaves tokens as they are.
   */
  changeApplication(
    change: { applicationId: ApplicationId; draft: ApplicationDraft; now: number },
    event: AuditEvent,
  ): Promise<void>;
  /**
   * The old secret goes on signing until `oldUntil` (milliseconds since the epoch; in the past: at once
   * no more). With `replaces`, only if the secret that stands was set then: of all who saw the same
   * one exactly one replaces it, and the others get false.
   */
  regenerateConsumerSecret(
    change: {
      applicationId: ApplicationId;
      secret: Secret;
      now: number;
      oldUntil: number;
      replaces?: number;
    },
    event: AuditEvent,
  ): Promise<boolean>;
  /** Before its time. False if none overlapped any more. */
  endOldSecret(
    old: { applicationId: ApplicationId; now: number },
    event: AuditEvent,
  ): Promise<boolean>;
  suspendApplication(
    applicationId: ApplicationId,
    because: string | undefined,
    event: AuditEvent,
  ): Promise<void>;
  /** All its tokens die with it. */
  deleteApplication(applicationId: ApplicationId, event: AuditEvent): Promise<void>;
  applicationByConsumerKey(consumerKey: ConsumerKey): Answer<Application | undefined>;
  applicationById(applicationId: ApplicationId): Answer<Application | undefined>;
  /** One owner's, in the order of names; `after` is the id of the last application of the page before. */
  applicationsOf(ownerId: UserId, page: Page): Answer<readonly Application[]>;
  /** Which credentials stand for it now; never the credentials. */
  applicationKeys(application: Application, now: number): Answer<ApplicationKeys>;
  /** By level and day, from `since` (milliseconds since the epoch) on. */
  grantCounts(applicationId: ApplicationId, since: number): Answer<GrantCounts>;
  /** How many people have granted it access, counting no further than `most`. */
  countGrants(applicationId: ApplicationId, most: number): Answer<number>;
  applications(page: Page): Answer<readonly Application[]>;
  /** Whether the user owns any. */
  ownsApplications(userId: UserId): Answer<boolean>;

  // Who signs: the hot path

  consumerCredentials(consumerKey: string, now: number): Answer<ConsumerCredentials | undefined>;
  /** Undefined unless the token is active and this key's. */
  accessTokenCredentials(
    consumerKey: string,
    token: string,
    now: number,
  ): Answer<{ consumer: ConsumerCredentials; access: AccessTokenCredentials } | undefined>;
  /** Undefined unless the request token is live and this key's. */
  requestTokenCredentials(
    consumerKey: string,
    token: string,
    now: number,
  ): Answer<{ consumer: ConsumerCredentials; request: RequestTokenCredentials } | undefined>;
  bearerApplication(
    digest: TokenDigest,
  ): Answer<
    { applicationId: ApplicationId; consumerKey: ConsumerKey; suspended: boolean } | undefined
  >;

  // Request tokens

  issueRequestToken(requestToken: NewRequestToken): Promise<void>;
  requestToken(token: string, now: number): Answer<RequestTokenRecord | undefined>;
  /** Whoever answers first: of all approvals and cancellations of one request token exactly one returns true. */
  approveRequestToken(
    answer: {
      token: RequestToken;
      userId: UserId;
      verifier: Verifier;
      kind: "verifier" | "pin";
      now: number;
    },
    event: AuditEvent,
  ): Promise<boolean>;
  cancelRequestToken(
    answer: { token: RequestToken; now: number },
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

  // Access tokens

  /** The active token of this grant, or the candidate as a new one: never two. */
  grantAccess(
    grant: Grant & { candidate: AccessTokenCandidate; now: number },
    event: AuditEvent,
  ): Promise<GrantedAccess>;
  /**
   * What stood of this application, user and level is dead, and the candidate is active: in one step.
   * Undefined, and nothing changed, if what stands was not made at `replaces` (undefined: none stands).
   */
  regenerateAccess(
    grant: Grant & { candidate: AccessTokenCandidate; now: number; replaces: number | undefined },
    event: AuditEvent,
  ): Promise<GrantedAccess | undefined>;
  /** Active grants of this application and user, the highest level first. */
  grants(
    applicationId: ApplicationId,
    userId: UserId,
  ): Answer<readonly Pick<Grant, "access" | "emailGranted">[]>;
  /** False if there was none to revoke. */
  revokeAccessToken(token: AccessToken, event: AuditEvent): Promise<boolean>;
  /** What a user has granted, an application a row; in the order of the applications' ids. */
  connectedApplications(userId: UserId, page: Page): Answer<readonly ConnectedApplication[]>;
  /**
   * From the next request on the application has no more than read access for this user, and nothing
   * approved but not yet exchanged can raise it again. False if it had none to lose.
   */
  reduceToRead(
    grant: { applicationId: ApplicationId; userId: UserId },
    event: AuditEvent,
  ): Promise<boolean>;
  /** Every access token of this application and user, and what is approved but not yet exchanged. */
  revokeAccess(
    grant: { applicationId: ApplicationId; userId: UserId },
    event: AuditEvent,
  ): Promise<boolean>;

  // Bearer tokens

  /** The one that stands, if one does: nearly every request for a bearer token ends here, without a write. */
  standingBearerToken(applicationId: ApplicationId): Answer<BearerToken | undefined>;
  /** One per application: of all callers the first makes it, and every one gets the same. */
  outstandingBearerToken(
    request: { applicationId: ApplicationId; candidate: BearerToken; now: number },
    event: AuditEvent,
  ): Promise<BearerToken>;
  /** Returns whether it was outstanding. With `applicationId`, only that application's. */
  revokeBearerToken(
    bearer: { digest: TokenDigest; applicationId?: ApplicationId },
    event: AuditEvent,
  ): Promise<boolean>;

  /** Whichever is outstanding for the application; false if none was. */
  revokeBearerTokenOf(applicationId: ApplicationId, event: AuditEvent): Promise<boolean>;

  // Sessions

  /**
   * Opens the new session and ends the one that it replaces. False where the password that was right
   * has changed since: whoever knew the old one alone gets no session behind the change.
   */
  openSession(session: NewSession, event: AuditEvent): Promise<boolean>;
  session(digest: TokenDigest): Answer<Session | undefined>;
  touchSession(digest: TokenDigest, now: number): Promise<void>;
  /** The user's living sessions, in the order of their digests. */
  sessionsOf(userId: UserId, now: number, page: Page): Answer<readonly OpenSession[]>;
  /** Returns whether it was this user's, and open. */
  endSession(session: { userId: UserId; digest: TokenDigest }, event: AuditEvent): Promise<boolean>;
  /** All but the one that asks; returns whether there were any. */
  endOtherSessions(
    session: { userId: UserId; digest: TokenDigest },
    event: AuditEvent,
  ): Promise<boolean>;

  // Housekeeping

  /** Something that happened without a change of state: a refused sign-in, a start. */
  record(event: AuditEvent): Promise<void>;
  /** The same, unless the user has an event of this name since `since`: strangers who repeat something fill nothing. */
  recordRarely(event: AuditEvent & { userId: UserId }, since: number): Promise<boolean>;
  /** What happened to a user, the newest first; `after` is the id of the last event of the page before. */
  eventsOf(userId: UserId, page: Page): Answer<readonly RecordedEvent[]>;
  /** Removes at most `most` expired rows; returns how many it removed. */
  sweep(now: number, most: number): Promise<number>;
  /** Encrypts some secrets anew under the first key, from `position` on; `next` undefined: all done. */
  reseal(position: ResealPosition): Promise<ResealStep>;
  /** Throws `StoreFailure` if the ledger cannot be read. */
  ping(): Answer<void>;
}

/** How far a walk over all sealed columns has come. */
export interface ResealPosition {
  readonly column: number;
  readonly after?: string | number;
}

export interface ResealStep {
  readonly resealed: number;
  readonly next: ResealPosition | undefined;
}

export interface ReplayBook {
  /**
   * True to the first who asks for this scope and nonce, false to everybody after, for as long as a
   * request with this timestamp (seconds since the epoch) would be accepted; false too where the
   * book has already forgotten that time. What it answered true to survives the death of the process.
   */
  remember(scope: string, nonce: string, timestamp: number, now: number): Answer<boolean>;
}

export interface RateMeter {
  /**
   * Counts one request and says how it stands: of `allowed` + n at once exactly `allowed` are
   * admitted. Undefined: as many as configuration says.
   */
  hit(limit: LimitName, key: string, now: number, allowed?: number): Answer<Standing>;
  /** Takes one count back: what was counted turned out to be proven. */
  forgive(limit: LimitName, key: string, now: number): Answer<void>;
  /** How it stands, counting nothing. */
  standing(limit: LimitName, key: string, now: number, allowed?: number): Answer<Standing>;
}
