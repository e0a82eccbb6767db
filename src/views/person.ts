import type { ProofProblem } from "../languages/english/shell.ts";
import type { Frame } from "./layout.ts";

export type Person = {
  readonly frame: Frame;
  readonly csrf: string;
  readonly screenName: string;
  readonly isOperator: boolean;
  /** If not, sensitive changes ask for a proof again. */
  readonly signedInRecently: boolean;
  /** The forms' field `change` has these values, which can ask for a proof. */
  readonly sensitiveChanges: readonly string[];
  readonly provesBy: "password" | "code" | "provider";
  /** The user can prove it at these providers instead. */
  readonly provesAt: readonly { readonly id: string; readonly name: string }[];
  /** A code is asked for and the user has a passkey. */
  readonly passkey?: string | undefined;
  /** A second factor must be set up. A number is of whole days left, at least one. */
  readonly secondFactor:
    | "optional"
    | "required"
    | { readonly daysLeft: number; readonly until: number };
};

/** Someone who proves something at a provider returns to the page at `path`, even after a form. */
export function shownAt(person: Person, path: string, continueTo: string): Person {
  const here = `${path}?continue=${encodeURIComponent(continueTo)}`;
  return { ...person, frame: { ...person.frame, here } };
}

export type Unproven = { readonly problem: ProofProblem; readonly minutes: number };

/** The form's field `change` has the value `change`. */
export type UnprovenChange = Unproven & { readonly change: string };

export function unprovenIn(
  unproven: UnprovenChange | undefined,
  ...changes: readonly string[]
): Unproven | undefined {
  return unproven && changes.includes(unproven.change) ? unproven : undefined;
}
