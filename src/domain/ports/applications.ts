/** The part of the database that holds registered applications, their consumer keys and their own limits. */
import type { AccessLevel } from "../access.ts";
import type {
  Application,
  ApplicationIcon,
  ApplicationKeys,
  ConsumerCredentials,
  ListedApplication,
  NewApplication,
} from "../application.ts";
import type { ApplicationConfiguration } from "../application-configuration.ts";
import type { AwaitedChange } from "../approval.ts";
import type { AuditContext } from "../audit.ts";
import type { Awaitable } from "../awaitable.ts";
import type { ApplicationId, ConsumerKey, Secret, UserId } from "../credentials.ts";
import type { ApplicationDraft } from "../fields/application.ts";
import type { ApprovalRequest } from "../fields/approval.ts";
import type { Moment } from "../lasting.ts";
import type { LimitChanges } from "../limits.ts";
import type { ApplicationAllowance, ApplicationLimits, ApplicationSearch } from "../operating.ts";
import type { OwnApplications, OwnSearch } from "../own-applications.ts";
import type { Slice } from "../slice.ts";

export interface Applications {
  /**
   * Of concurrent calls with the same id, exactly one creates the application, so a form that is sent twice
   * creates one. No owner gets more than `most` applications, however many calls run at once. "owner-gone": the
   * account was deleted.
   */
  createApplication(
    application: NewApplication,
    by: AuditContext,
  ): Promise<"created" | "id-taken" | "too-many" | "owner-gone">;
  applicationById(applicationId: ApplicationId): Awaitable<Application | undefined>;
  applicationByConsumerKey(consumerKey: ConsumerKey): Awaitable<Application | undefined>;
  applications(page: Slice): Awaitable<readonly Application[]>;
  /** The applications of one owner, ordered by name. Pages are keyed by `placeOf`. */
  applicationsOf(ownerId: UserId, page: Slice): Awaitable<readonly Application[]>;
  /** Those of the owner with exactly this name, the oldest first; at most `most`. */
  applicationsNamed(
    of: { readonly ownerId: UserId; readonly name: string },
    most: number,
  ): Awaitable<readonly Application[]>;
  /**
   * The applications that the user owns or works on and whose names contain the text, and how many there are in
   * total.
   */
  applicationsFor(userId: UserId, search: OwnSearch): Awaitable<OwnApplications>;
  /** Ordered by name, or as the search wants. Pages are keyed by `placeOf`. */
  searchApplications(
    search: ApplicationSearch,
    page: Slice,
  ): Awaitable<readonly ListedApplication[]>;
  /** At most `most`. */
  countApplications(search: ApplicationSearch, most: number): Awaitable<number>;
  /** Whether the user owns any application. */
  ownsApplications(userId: UserId): Awaitable<boolean>;
  /**
   * The change takes effect with the next request. Lowering the access level lowers every existing token and
   * ends approvals that have not been exchanged; raising it leaves tokens as they are. Removing a callback ends
   * every request token that names it, including approved ones.
   *
   * `from` is the application as the caller saw it, with everything that it read. If any part of it has changed, the
   * method returns false and changes nothing: the caller decided on something else. Returns true and records nothing
   * if the draft has what is registered already.
   */
  changeApplication(
    change: {
      applicationId: ApplicationId;
      from: Application;
      draft: ApplicationDraft;
      /** What waits for approval, and takes effect with it. Of an earlier change, what this doesn't name stays. */
      awaits?: AwaitedChange;
      now: number;
    },
    by: AuditContext,
  ): Promise<boolean>;
  /**
   * Makes the application what the configuration says, in one write with the events of each part. Returns false and
   * changes nothing if the application is no longer as the caller saw it; for a new one, if there is one with its
   * consumer key, or with its name where that was ruled out. Throws `ConfigurationRejected` if a rule forbids a part.
   */
  configureApplication(configuration: ApplicationConfiguration, by: AuditContext): Promise<boolean>;
  /** Undefined removes the icon. Returns false if the application already has this icon. */
  setApplicationIcon(
    change: { applicationId: ApplicationId; icon: ApplicationIcon | undefined; now: number },
    by: AuditContext,
  ): Promise<boolean>;
  applicationIcon(applicationId: ApplicationId): Awaitable<ApplicationIcon | undefined>;
  /**
   * Callbacks with this scheme work from the next request on. Returns false if the scheme was already
   * confirmed.
   */
  confirmScheme(
    confirmed: { applicationId: ApplicationId; scheme: string },
    by: AuditContext,
  ): Promise<boolean>;
  /**
   * The previous secret, and the bearer token that it fetched, keep working until `previousUntil` (milliseconds since
   * the epoch; a time in the past ends both at once). With `replaces`, the secret is only regenerated if the current
   * one was set at that time: of concurrent callers that saw the same secret, exactly one replaces it and the others
   * get false. `overlap` is what the event calls the time until `previousUntil`.
   */
  regenerateConsumerSecret(
    change: {
      applicationId: ApplicationId;
      secret: Secret;
      now: number;
      previousUntil: number;
      overlap: string;
      replaces?: number;
    },
    by: AuditContext,
  ): Promise<boolean>;
  /**
   * Ends the consumer secret that was set at `secretSetAt`, a previous one, and their bearer tokens, from the next
   * request on. Until it is regenerated, the application has `unknown`, which no one may keep. Returns false if it has
   * another secret by now, or if it was ended before.
   */
  revokeConsumerSecret(
    change: { applicationId: ApplicationId; unknown: Secret; secretSetAt: number; now: number },
    by: AuditContext,
  ): Promise<boolean>;
  /**
   * Ends the overlap early, also of the bearer token, if the current secret was set at `secretSetAt`. Returns false if
   * it is another one by now, whose overlap no one decided to end, or if no previous secret was still valid.
   */
  revokePreviousSecret(
    previous: { applicationId: ApplicationId; secretSetAt: number; now: number },
    by: AuditContext,
  ): Promise<boolean>;
  /**
   * All requests of the application fail from the next one on. False, and nothing is recorded, if it was deleted. True
   * without an event if it is suspended for this reason already.
   */
  suspendApplication(
    applicationId: ApplicationId,
    because: string,
    by: AuditContext,
  ): Promise<boolean>;
  /** Does for an application what `restoreUser` does for a user. */
  restoreApplication(
    applicationId: ApplicationId,
    by: AuditContext,
    seen?: string,
  ): Promise<boolean>;
  /**
   * The owner changes the description, or answers: the application, or its change, waits from now on. Returns false if
   * nothing of it waits, was asked back, or was declined, or if that is not as in `from`.
   */
  requestApproval(
    request: { from: Application; request: ApprovalRequest; now: number },
    by: AuditContext,
  ): Promise<boolean>;
  /** The owner takes back the change that waits. Returns false if none does. */
  takeBackChange(applicationId: ApplicationId, by: AuditContext): Promise<boolean>;
  /**
   * From the next request on, the application works for everyone, with the level `access` if it is given; or the change
   * that waits takes effect. With `plan`, it gets that plan: `no-plan` if there is none of this name. `from` is the
   * application as the administrator saw it: if any part of it has changed, the method returns false and changes
   * nothing. Returns true without an event if nothing waits.
   */
  approveApplication(
    approval: {
      from: Application;
      access?: AccessLevel | undefined;
      plan?: string | undefined;
      now: number;
    },
    by: AuditContext,
  ): Promise<boolean | "no-plan">;
  /** Asks the owner something about what waits. Returns false if nothing does, or `from` has changed. */
  askAboutApplication(
    asked: { from: Application; question: string; now: number },
    by: AuditContext,
  ): Promise<boolean>;
  /**
   * Declines the change that waits, and the application continues as before. Without one, the application works for its
   * owner's account only, from the next request on, and what users have begun leads to no token. Returns false if
   * `from` has changed. Returns true without an event if it is declined for this reason already.
   */
  declineApplication(
    declined: { from: Application; because: string; now: number },
    by: AuditContext,
  ): Promise<boolean>;
  /**
   * Leaves a notice to the owner and the editors; the portal shows the latest one. The same text within an hour is no
   * second notice. Returns false if the application was deleted.
   */
  notifyOwner(
    notice: { applicationId: ApplicationId; message: string },
    by: AuditContext,
  ): Promise<boolean>;
  /** Deletes all its tokens as well. Nothing is recorded if it was deleted before. */
  deleteApplication(applicationId: ApplicationId, by: AuditContext): Promise<void>;
  /**
   * Which credentials the application has now, including the access token of `userId`. Returns metadata, never
   * the credentials themselves.
   */
  applicationKeys(
    of: { applicationId: ApplicationId; userId: UserId },
    now: Moment,
  ): Awaitable<ApplicationKeys>;
  /**
   * Replaces earlier changes; an empty object restores the default limits. With `seen`, the limits only change
   * if they are still these; otherwise the method returns false. Nothing is recorded if they are what they are to be.
   */
  changeApplicationLimits(
    change: ApplicationLimits & { readonly seen?: LimitChanges },
    by: AuditContext,
  ): Promise<boolean>;
  /** Every application with its own limits. */
  applicationLimits(): Awaitable<readonly ApplicationAllowance[]>;
  consumerCredentials(consumerKey: string, now: Moment): Awaitable<ConsumerCredentials | undefined>;
}
