/** What operators search for and change: people, applications, settings, limits, the audit log. */
import type { ApplicationId, UserId } from "./credentials.ts";
import type { LimitChanges } from "./limits.ts";
import { typedText } from "./typed-text.ts";

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

declare const brand: unique symbol;

/** Why an operator does something, for the person or for the audit log: something to see, on one line. */
export type Reason = string & { readonly [brand]: "Reason" };

/** A reason as it was typed: as it is kept, or the first thing wrong with it. */
export function readReason(
  typed: string | null | undefined,
):
  | { readonly ok: true; readonly reason: Reason }
  | { readonly ok: false; readonly problem: ReasonProblem } {
  const reason = typedText(typed);
  if (reason === "") return { ok: false, problem: "missing" };
  return fitsOneLine(reason)
    ? { ok: true, reason: reason as Reason }
    : { ok: false, problem: "too-long" };
}
export type ReasonProblem = "missing" | "too-long";

/** For reasons and notes: up to 200 characters, no control characters. */
export function fitsOneLine(text: string): boolean {
  return [...text].length <= 200 && !/\p{Cc}/u.test(text);
}

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
