import type { Frame } from "./layout.ts";

/** Who looks at a page that is for people who are signed in. */
export type Person = {
  readonly frame: Frame;
  /** For all forms of the page. */
  readonly csrf: string;
  readonly screenName: string;
  readonly isOperator: boolean;
  /** Otherwise weighty changes ask for a proof once more. */
  readonly signedInRecently: boolean;
  /** Which one. */
  readonly provesBy: "password" | "code" | "provider";
  /** Providers at which they can prove it too, or alone. */
  readonly provesAt: readonly { readonly id: string; readonly name: string }[];
  /** What the browser is asked for in place of a code, where it is asked for and the person has a passkey. */
  readonly passkey?: string | undefined;
  /** What the service asks of them; a number: how many whole days are left, at least one. */
  readonly secondFactor:
    | "optional"
    | "required"
    | { readonly daysLeft: number; readonly until: number };
};

/** On a page that leads on from there: who proves something elsewhere comes back to it as it was, even after a form. */
export function shownAt(person: Person, path: string, continueTo: string): Person {
  const here = `${path}?continue=${encodeURIComponent(continueTo)}`;
  return { ...person, frame: { ...person.frame, here } };
}
