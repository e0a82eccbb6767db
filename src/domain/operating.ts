import type { AccessLevel } from "./access.ts";
import type { ApplicationId, UserId } from "./credentials.ts";
import type { ApplicationFilters, UserFilters } from "./fields/list-filters.ts";
import type { LimitChanges } from "./limits.ts";
import { typedText } from "./typed-text.ts";

/** `text` is the beginning of a name, or a whole ID, consumer key or email address; empty for everything. */
export interface Search<Filters = object, Order = ListOrder> {
  readonly text: string;
  readonly filters?: Filters;
  /** By name if it is left out. */
  readonly order?: Order;
}

export type ApplicationSearch = Search<ApplicationFilters>;
export type UserSearch = Search<UserFilters, UserOrder>;

/** What a text finds is sorted by name only: it is in the order of the index that found it. */
export const userOrders = ["name", "name-down", "newest", "oldest"] as const;
export type UserOrder = (typeof userOrders)[number];

/** An application that was never used is last among the recently used ones, and first the other way round. */
export const applicationOrders = [...userOrders, "recently-used", "longest-unused"] as const;
export type ListOrder = (typeof applicationOrders)[number];

export type NameOrder = "name" | "name-down";

export function isByName(order: ListOrder): order is NameOrder {
  return order === "name" || order === "name-down";
}

export const maxFoundCounted = 1_000;

declare const brand: unique symbol;

/** Why an administrator does something, for the user or the audit log: one visible line. */
export type Reason = string & { readonly [brand]: "Reason" };

export function readReason(
  text: string | null | undefined,
):
  | { readonly ok: true; readonly reason: Reason }
  | { readonly ok: false; readonly problem: ReasonProblem } {
  const reason = typedText(text);
  if (reason === "") return { ok: false, problem: "missing" };
  return fitsOneLine(reason)
    ? { ok: true, reason: reason as Reason }
    : { ok: false, problem: "too-long" };
}
export type ReasonProblem = "missing" | "too-long";

/** Of reasons and notes, in characters. */
export const maxLine = 200;

/** Reasons and notes have no control characters. */
export function fitsOneLine(text: string): boolean {
  return [...text].length <= maxLine && !/\p{Cc}/u.test(text);
}

/** A field that is left out does not restrict the result. */
export interface EventFilter {
  readonly name?: string;
  readonly changesOnly?: true;
  /** Only events with one of these names. */
  readonly names?: readonly string[];
  /** Only events whose details have this access level. */
  readonly access?: AccessLevel;
  readonly actor?: string;
  readonly userId?: UserId;
  readonly applicationId?: ApplicationId;
  /** Finds what the user did and what happened to the user. */
  readonly involvedId?: UserId;
  readonly oldestFirst?: true;
  /** `from` is inclusive, `before` exclusive. */
  readonly from?: number;
  readonly before?: number;
  /** Finds no event beyond this ID, in the order of the result. */
  readonly upTo?: string;
}

export interface ApplicationLimits {
  readonly applicationId: ApplicationId;
  readonly limits: LimitChanges;
}

/** An application that has limits of its own, or a plan. */
export interface ApplicationAllowance extends ApplicationLimits {
  readonly plan: string | undefined;
}

/** These settings can change at run time and outlive a restart. Everything else is configuration. */
export type SettingName =
  | "sign-up"
  | "second-factor"
  | "unused-access"
  | "backup"
  | "checklist"
  | "sunsets";

export const signUpWays = ["open", "invitation", "closed"] as const;
export type SignUpWay = (typeof signUpWays)[number];

export function isSignUpWay(text: string | undefined): text is SignUpWay {
  return signUpWays.some((one) => one === text);
}
