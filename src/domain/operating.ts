/** What operators look for and change: people, applications, settings, limits, the audit log. */
import type { Application } from "./application.ts";
import type { AuditEvent, RecordedEvent } from "./audit.ts";
import type { ApplicationId, UserId } from "./credentials.ts";
import type { LimitChanges } from "./limits.ts";
import type { Answer, Page } from "./page.ts";
import type { User } from "./user.ts";

/** `text`: the beginning of a name, or the whole of an id, a consumer key or an e-mail address; empty: all. */
export interface Search {
  readonly text: string;
  readonly suspendedOnly: boolean;
}

/** The first thing wrong with a reason that somebody is to read; undefined if it is fine. */
export function reasonProblem(reason: string): ReasonProblem | undefined {
  if (reason === "") return "missing";
  return [...reason].length > 200 || /\p{Cc}/u.test(reason) ? "too-long" : undefined;
}
export type ReasonProblem = "missing" | "too-long";

/** What is left out does not narrow. */
export interface EventFilter {
  readonly name?: string;
  readonly actor?: string;
  readonly userId?: UserId;
  readonly applicationId?: ApplicationId;
  /** Milliseconds since the epoch; from the first on, and before the second. */
  readonly from?: number;
  readonly before?: number;
}

/** An event with the names of those it is about, as far as they still exist. */
export interface AuditedEvent extends RecordedEvent {
  readonly actorScreenName: string | undefined;
  readonly userScreenName: string | undefined;
}

export interface ApplicationLimits {
  readonly applicationId: ApplicationId;
  readonly limits: LimitChanges;
}

/** What is set at run time and outlives a restart; everything else is configuration. */
export type SettingName = "sign-up";

/** The ledger's part for operators. */
export interface Operating {
  /** In the order of screen names; `after` is the last screen name of the page before. */
  searchUsers(search: Search, page: Page): Answer<readonly User[]>;
  /** In the order of names; `after` is the id of the last application of the page before. */
  searchApplications(search: Search, page: Page): Answer<readonly Application[]>;
  hasOperator(): Answer<boolean>;
  /** The first one ends the link that was made for the first. */
  setOperator(userId: UserId, isOperator: boolean, event: AuditEvent): Promise<void>;
  /** The newest first; `after` is the id of the last event of the page before. */
  eventsBy(filter: EventFilter, page: Page): Answer<readonly AuditedEvent[]>;
  /** Undefined: never set, so configuration decides. */
  setting(name: SettingName): Answer<string | undefined>;
  changeSetting(name: SettingName, value: string, event: AuditEvent): Promise<void>;
  /** Replaces what was changed before; an empty object returns to the table's limits. */
  changeApplicationLimits(change: ApplicationLimits, event: AuditEvent): Promise<void>;
  /** Every application whose limits were changed. */
  applicationLimits(): Answer<readonly ApplicationLimits[]>;
}
