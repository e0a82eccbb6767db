import type { Browser } from "../authentication/browser-session.ts";
import type { Session } from "../domain/session.ts";
import type { Call } from "../endpoint.ts";
import type { Person } from "../views/person.ts";

/** A call by a signed-in person. */
export interface PersonCall extends Call<Browser> {
  readonly session: Session;
  /** What the page's frame shows. */
  readonly person: Person;
  readonly now: number;
}

/** The fields of a submitted form. */
export type Form = ReadonlyMap<string, string>;
