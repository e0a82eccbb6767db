/** The ledger's part for registered applications, their keys and their own limits. */
import type {
  Application,
  ApplicationDraft,
  ApplicationIcon,
  ApplicationKeys,
  ConsumerCredentials,
  NewApplication,
} from "../application.ts";
import type { AuditEvent } from "../audit.ts";
import type { Awaitable } from "../awaitable.ts";
import type { ApplicationId, ConsumerKey, Secret, UserId } from "../credentials.ts";
import type { Moment } from "../lasting.ts";
import type { LimitChanges } from "../limits.ts";
import type { ApplicationLimits, Search } from "../operating.ts";
import type { OwnApplications, OwnSearch } from "../own-applications.ts";
import type { Page } from "../page.ts";

export interface Applications {
  /**
   * Of all who make an application with the same id exactly one does, so that a form sent twice makes
   * one; and nobody has more than `most`, however many are made at once.
   */
  createApplication(
    application: NewApplication,
    event: AuditEvent,
  ): Promise<"created" | "id-taken" | "too-many">;
  applicationById(applicationId: ApplicationId): Awaitable<Application | undefined>;
  applicationByConsumerKey(consumerKey: ConsumerKey): Awaitable<Application | undefined>;
  applications(page: Page): Awaitable<readonly Application[]>;
  /** One owner's, in the order of names; `after` is the id of the last application of the page before. */
  applicationsOf(ownerId: UserId, page: Page): Awaitable<readonly Application[]>;
  /** Those that the user owns or works on, whose names contain the text; and how many there are in all. */
  applicationsFor(userId: UserId, search: OwnSearch): Awaitable<OwnApplications>;
  /** In the order of names; ids are the keys of the pages. */
  searchApplications(search: Search, page: Page): Awaitable<readonly Application[]>;
  /** At most `most`. */
  countApplications(search: Search, most: number): Awaitable<number>;
  /** Whether the user owns any. */
  ownsApplications(userId: UserId): Awaitable<boolean>;
  /**
   * From the next request on what is registered holds. Lowering the access lowers every token that
   * stands and ends what is approved but not yet exchanged; raising it leaves tokens as they are.
   * A callback that is removed ends every request token that names it, approved ones too.
   *
   * `from`: what the change was decided on. What is the same in both is left as it is. Where callbacks, level or
   * another part of its authority differ from `from` by now, the answer is false and nothing changes: somebody
   * agreed to a change of something else.
   */
  changeApplication(
    change: {
      applicationId: ApplicationId;
      from: ApplicationDraft;
      draft: ApplicationDraft;
      now: number;
    },
    event: AuditEvent,
  ): Promise<boolean>;
  /** Undefined takes it away. False if it is the one that the application has. */
  setApplicationIcon(
    change: { applicationId: ApplicationId; icon: ApplicationIcon | undefined; now: number },
    event: AuditEvent,
  ): Promise<boolean>;
  applicationIcon(applicationId: ApplicationId): Awaitable<ApplicationIcon | undefined>;
  /** From the next request on callbacks of the scheme are in force. False if it was confirmed already. */
  confirmScheme(
    confirmed: { applicationId: ApplicationId; scheme: string },
    event: AuditEvent,
  ): Promise<boolean>;
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
  /** From the next request on nothing of the application works. */
  suspendApplication(
    applicationId: ApplicationId,
    because: string,
    event: AuditEvent,
  ): Promise<void>;
  restoreApplication(applicationId: ApplicationId, event: AuditEvent): Promise<void>;
  /** All its tokens die with it. */
  deleteApplication(applicationId: ApplicationId, event: AuditEvent): Promise<void>;
  /** Which credentials stand for it now, `userId`’s own access among them; never the credentials. */
  applicationKeys(
    of: { applicationId: ApplicationId; userId: UserId },
    now: Moment,
  ): Awaitable<ApplicationKeys>;
  /**
   * Replaces what was changed before; an empty object returns to the table's limits. With `seen` only while the limits are
   * these; false otherwise.
   */
  changeApplicationLimits(
    change: ApplicationLimits & { readonly seen?: LimitChanges },
    event: AuditEvent,
  ): Promise<boolean>;
  /** Every application whose limits were changed. */
  applicationLimits(): Awaitable<readonly ApplicationLimits[]>;
  consumerCredentials(consumerKey: string, now: Moment): Awaitable<ConsumerCredentials | undefined>;
}
