import type { Frame } from "./layout.ts";

/** The signed-in person who views a page. */
export type Person = {
  readonly frame: Frame;
  /** For all forms of the page. */
  readonly csrf: string;
  readonly screenName: string;
  readonly isOperator: boolean;
  /** If not, sensitive changes ask for a proof again. */
  readonly signedInRecently: boolean;
  /** The changes of the page's forms that can ask for one, by the forms' field `change`. */
  readonly sensitiveChanges: readonly string[];
  /** Which one. */
  readonly provesBy: "password" | "code" | "provider";
  /** Providers at which they can prove it instead. */
  readonly provesAt: readonly { readonly id: string; readonly name: string }[];
  /** The passkey options, if a code is asked for and the person has a passkey. */
  readonly passkey?: string | undefined;
  /** Whether they must set up a second factor. A number: whole days left, at least one. */
  readonly secondFactor:
    | "optional"
    | "required"
    | { readonly daysLeft: number; readonly until: number };
};

/**
 * The person as shown on a page that leads on: someone who proves something at a provider returns to the same
 * page, even after a form.
 */
export function shownAt(person: Person, path: string, continueTo: string): Person {
  const here = `${path}?continue=${encodeURIComponent(continueTo)}`;
  return { ...person, frame: { ...person.frame, here } };
}
