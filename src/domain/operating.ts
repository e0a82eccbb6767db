/** What operators search for and change: people, applications, settings, limits, the audit log. */
import type { ApplicationId, UserId } from "./credentials.ts";
import type { LimitChanges } from "./limits.ts";

/** `text`: the beginning of a name, or the whole of an id, a consumer key or an email address; empty: all. */
export interface Search {
  readonly text: string;
  readonly suspendedOnly: boolean;
  /** Of applications: those that wait for an operator to confirm a callback scheme. */
  readonly waitingOnly?: boolean;
  /** Of people, where nothing is searched for: who came last, first. */
  readonly newestFirst?: boolean;
}

/** How many of what a search finds are counted. */
export const mostFoundCounted = 1_000;

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

export interface ApplicationLimits {
  readonly applicationId: ApplicationId;
  readonly limits: LimitChanges;
}

/** What is set at run time and outlives a restart; everything else is configuration. */
export type SettingName = "sign-up" | "second-factor" | "backup" | "checklist";
