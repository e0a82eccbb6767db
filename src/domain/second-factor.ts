/**
 * Only this file decides who needs a second factor, from when, and which factors suffice
 * (docs/adr/0032-second-factors.md).
 */

import { type AuthEvent, isFirst, isSecond } from "./auth-events.ts";
import { dayMs } from "./day.ts";
import { sessionLife } from "./session.ts";

export const secondFactorRequirements = ["nobody", "admins", "everybody"] as const;
export type RequiredFor = (typeof secondFactorRequirements)[number];

export const graceChoices = [0, 7, 14, 30] as const;
export type GraceDays = (typeof graceChoices)[number];

export interface SecondFactorRule {
  readonly requiredFor: RequiredFor;
  readonly graceDays: GraceDays;
  readonly since: number;
}

const noRule: SecondFactorRule = { requiredFor: "nobody", graceDays: 0, since: 0 };

export function writtenRule({ requiredFor, graceDays, since }: SecondFactorRule): string {
  return `${requiredFor} ${graceDays} ${since}`;
}

/** Throws an Error for an unknown form: a rule that is not understood must not count as no rule. */
export function readRule(written: string | undefined): SecondFactorRule {
  if (written === undefined) return noRule;
  const [who, days, at] = written.split(" ");
  const requiredFor = isRequiredFor(who) ? who : undefined;
  const graceDays = graceChoices.find((one) => String(one) === days);
  if (requiredFor === undefined || graceDays === undefined || !/^\d+$/.test(at ?? "")) {
    throw new Error("the setting second-factor was written by another version");
  }
  return { requiredFor, graceDays, since: Number(at) };
}

export function isRequiredFor(value: string | undefined): value is RequiredFor {
  return secondFactorRequirements.some((one) => one === value);
}

export interface UserUnderRule {
  readonly isAdmin: boolean;
  readonly createdAt: number;
}

/**
 * Returns from when on a user can't continue without a second factor, if ever. Someone who becomes an
 * administrator later gets no days of their own, because the service stores only when an account was created.
 */
export function secondFactorDue(
  rule: SecondFactorRule,
  holder: UserUnderRule,
  now: number,
): number | undefined {
  const isRequired =
    rule.requiredFor === "everybody" || (rule.requiredFor === "admins" && holder.isAdmin);
  if (!isRequired) return undefined;
  const graceMs = rule.graceDays * dayMs;
  // Times written by a clock that was ahead give no one more days.
  const begun = [rule.since, holder.createdAt].filter((at) => at <= now + graceMs);
  return Math.max(0, ...begun) + graceMs;
}

/** Every request of a session calls this, so that no sign-in method can skip the second factor. */
export function missingStep(
  signIn: {
    readonly authEvents: readonly AuthEvent[];
    readonly hasSecondFactor: boolean;
    readonly holder: UserUnderRule;
  },
  rule: SecondFactorRule,
  now: number,
): "first" | "second" | "set-up" | undefined {
  const { authEvents, hasSecondFactor, holder } = signIn;
  if (!authEvents.some(isFirst)) return "first";
  if (authEvents.some(isSecond)) return undefined;
  if (hasSecondFactor) return "second";
  const due = secondFactorDue(rule, holder, now);
  return due !== undefined && now >= due ? "set-up" : undefined;
}

/** A second factor counts if there is one: a stolen password must not be enough to turn it off. */
export function authenticatedRecently(
  authEvents: readonly AuthEvent[],
  hasSecondFactor: boolean,
  now: number,
): boolean {
  const counts = hasSecondFactor ? isSecond : isFirst;
  return authEvents.some(
    (authEvent) =>
      counts(authEvent) &&
      now < authEvent.at + sessionLife.recentMs &&
      authEvent.at <= now + maxClocksDifferMs,
  );
}

/**
 * Clocks of nodes differ a little. An event from further in the future was recorded by a wrong clock and does not
 * count.
 */
const maxClocksDifferMs = 60_000;
