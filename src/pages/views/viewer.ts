import type { AuthProblem } from "../languages/english/shell.ts";
import type { Frame } from "./layout.ts";

export type Viewer = {
  readonly frame: Frame;
  readonly csrf: string;
  readonly screenName: string;
  readonly name?: string;
  readonly email?: string;
  readonly isAdmin: boolean;
  /** If not, sensitive changes ask for a proof again. */
  readonly signedInRecently: boolean;
  /** The forms' field `change` has these values, which can ask for a proof. */
  readonly sensitiveChanges: readonly string[];
  readonly authenticatesBy: "password" | "code" | "provider";
  /** The user can prove it at these providers instead. */
  readonly authenticatesAt: readonly { readonly id: string; readonly name: string }[];
  /** A code is asked for and the user has a passkey. */
  readonly passkey?: string | undefined;
  /** How much waits for the user in sections of the page's area. */
  readonly waiting?: Readonly<Record<string, number>>;
  /** A second factor must be set up. A number is of whole days left, at least one. */
  readonly secondFactor:
    | "optional"
    | "required"
    | { readonly daysLeft: number; readonly until: number };
};

/** Someone who proves something at a provider returns to the page at `path`, even after a form. */
export function shownAt(viewer: Viewer, path: string, continueTo: string): Viewer {
  const here = `${path}?continue=${encodeURIComponent(continueTo)}`;
  return { ...viewer, frame: { ...viewer.frame, here } };
}

export type Reauthentication = { readonly problem: AuthProblem; readonly minutes: number };

/** The form's field `change` has the value `change`. */
export type ChangeReauthentication = Reauthentication & { readonly change: string };

export function reauthenticationIn(
  reauthentication: ChangeReauthentication | undefined,
  ...changes: readonly string[]
): Reauthentication | undefined {
  return reauthentication && changes.includes(reauthentication.change)
    ? reauthentication
    : undefined;
}

/** So many, or more. */
export const maxWaitingShown = 100;
