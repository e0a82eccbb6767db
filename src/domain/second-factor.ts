/**
 * The one place that says which proofs the service asks for: who needs a second factor, from when on, and whether what
 * somebody has proved is enough (docs/adr/0032-second-factors.md).
 */
import { isFirst, isSecond, type Proof } from "./proofs.ts";
import { sessionLife } from "./session.ts";

export const secondFactorRequirements = ["nobody", "operators", "everybody"] as const;
export type RequiredFor = (typeof secondFactorRequirements)[number];

/** The days that people may have until they need one. */
export const graceChoices = [0, 7, 14, 30] as const;
export type GraceDays = (typeof graceChoices)[number];

/** What operators have set. */
export interface SecondFactorRule {
  readonly requiredFor: RequiredFor;
  readonly graceDays: GraceDays;
  /** When it was set, in milliseconds since the epoch. */
  readonly since: number;
}

const noRule: SecondFactorRule = { requiredFor: "nobody", graceDays: 0, since: 0 };

/** As the setting keeps it. */
export function writtenRule({ requiredFor, graceDays, since }: SecondFactorRule): string {
  return `${requiredFor} ${graceDays} ${since}`;
}

/** Throws an Error for what no version before this one wrote: a rule that is not understood must not count as none. */
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

export interface Holder {
  readonly isOperator: boolean;
  /** Milliseconds since the epoch. */
  readonly createdAt: number;
}

/**
 * From when on (milliseconds) somebody cannot go on without a second factor; undefined: it is up to them. Who became an
 * operator later has no days of their own: the service knows when an account was made, and not since when it has power.
 */
export function secondFactorDue(
  rule: SecondFactorRule,
  holder: Holder,
  now: number,
): number | undefined {
  const isRequired =
    rule.requiredFor === "everybody" || (rule.requiredFor === "operators" && holder.isOperator);
  if (!isRequired) return undefined;
  const graceMs = rule.graceDays * 86_400_000;
  // What was written by a clock that was ahead gives nobody more days.
  const begun = [rule.since, holder.createdAt].filter((at) => at <= now + graceMs);
  return Math.max(0, ...begun) + graceMs;
}

/**
 * What a person has still to do before they are signed in: prove their second factor, or set one up. Asked of every
 * request of a session, so that no way in can forget it.
 */
export function missingStep(
  signIn: {
    readonly proofs: readonly Proof[];
    readonly hasSecondFactor: boolean;
    readonly holder: Holder;
  },
  rule: SecondFactorRule,
  now: number,
): "first" | "second" | "set-up" | undefined {
  const { proofs, hasSecondFactor, holder } = signIn;
  if (!proofs.some(isFirst)) return "first";
  if (proofs.some(isSecond)) return undefined;
  if (hasSecondFactor) return "second";
  const due = secondFactorDue(rule, holder, now);
  return due !== undefined && now >= due ? "set-up" : undefined;
}

/**
 * Whether it is certain that the person was at the keyboard a moment ago. Who has a second factor proves that one:
 * a stolen password must not be enough to turn it off.
 */
export function provedRecently(
  proofs: readonly Proof[],
  hasSecondFactor: boolean,
  now: number,
): boolean {
  const counts = hasSecondFactor ? isSecond : isFirst;
  return proofs.some(
    (proof) =>
      counts(proof) &&
      now < proof.at + sessionLife.recentMs &&
      proof.at <= now + mostClocksDifferMs,
  );
}

/** Clocks of nodes differ a little. A proof from further ahead was made by a clock that was wrong, and says nothing. */
const mostClocksDifferMs = 60_000;
