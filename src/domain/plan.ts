/** A plan: a named set of limits. An application has one, or follows the default one (docs/adr/0072-plans.md). */
import { readWindows, type WindowLength, windowsText } from "./limit-windows.ts";
import { fitsOneLine } from "./operating.ts";
import { typedText } from "./typed-text.ts";

/** A number for an operation of the service, and windows such as `10/1s 10000/month` for an API. */
export type PlanLimits = Readonly<Record<string, number | string>>;

export interface PlanDraft {
  /** For developers: one line, or empty. */
  readonly description: string;
  readonly limits: PlanLimits;
  /** It is the plan of each application that has no other one. At most one plan is. */
  readonly isDefault: boolean;
}

export interface Plan extends PlanDraft {
  readonly name: string;
  /** It grows with each change. */
  readonly version: number;
}

export interface ListedPlan extends Plan {
  /** How many applications have it, without those that follow the default one. */
  readonly applications: number;
}

export const maxPlans = 50;

export const noPlanText: PlanDraft = { description: "", limits: {}, isDefault: false };

/** Members that are left out stay as they are. */
export function planWith(from: PlanDraft, changed: Partial<PlanDraft>): PlanDraft {
  const description =
    changed.description === undefined ? from.description : typedText(changed.description);
  return {
    description,
    limits: changed.limits ?? from.limits,
    isDefault: changed.isDefault ?? from.isDefault,
  };
}

export function problemWithPlan({ description }: PlanDraft): string | undefined {
  if (fitsOneLine(description)) return undefined;
  return "The description can have up to 200 characters on one line.";
}

/** Two plans may name the same limits in another order. */
export function limitTexts(limits: PlanLimits): readonly string[] {
  return Object.entries(limits)
    .map(([name, limit]) => `${name}=${limit}`)
    .sort();
}

export function isSamePlan(one: PlanDraft, other: PlanDraft): boolean {
  return (
    one.description === other.description &&
    one.isDefault === other.isDefault &&
    limitTexts(one.limits).join() === limitTexts(other.limits).join()
  );
}

/** What a plan allows in one window. Without a length, it is the operation's usual window. */
export interface PlannedWindow {
  readonly allowed: number;
  readonly length?: WindowLength;
}

/** What is stored was checked. A limit that can't be read has no windows, and the configured ones apply. */
export function plannedWindows(limit: number | string): readonly PlannedWindow[] | undefined {
  if (typeof limit === "number") return [{ allowed: limit }];
  return readWindows(limit)?.map((one) => ({ allowed: one.limit, length: one.length }));
}

/** Windows in the form in which they are stored; undefined if they can't be read. */
export function windowsForm(text: string): string | undefined {
  const windows = readWindows(text);
  return windows && windowsText(windows);
}
