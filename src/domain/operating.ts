/** What operators search for and change: people, applications, settings, limits, the audit log. */
import type { ApplicationId, UserId } from "./credentials.ts";
import type { LimitChanges } from "./limits.ts";
import { typedText } from "./typed-text.ts";

/** `text`: the beginning of a name, or a whole id, consumer key or email address. Empty: everything. */
export interface Search {
  readonly text: string;
  readonly suspendedOnly: boolean;
  /** For applications: only those that wait for an operator to confirm a callback scheme. */
  readonly waitingOnly?: boolean;
  /** For people, if `text` is empty: newest first. */
  readonly newestFirst?: boolean;
}

/** Search results are counted up to this number. */
export const mostFoundCounted = 1_000;

declare const brand: unique symbol;

/** Why an operator does something, for the person or the audit log: one visible line. */
export type Reason = string & { readonly [brand]: "Reason" };

/** Reads a typed reason. Returns it as it is stored, or the first problem. */
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

/** A field that is left out does not restrict the result. */
export interface EventFilter {
  readonly name?: string;
  /** Without `eventsWithoutChange`. */
  readonly changesOnly?: true;
  readonly actor?: string;
  readonly userId?: UserId;
  readonly applicationId?: ApplicationId;
  /** Milliseconds since the epoch: `from` inclusive, `before` exclusive. */
  readonly from?: number;
  readonly before?: number;
}

export interface ApplicationLimits {
  readonly applicationId: ApplicationId;
  readonly limits: LimitChanges;
}

/** Settings that can change at run time and outlive a restart. Everything else is configuration. */
export type SettingName = "sign-up" | "second-factor" | "backup" | "checklist";
