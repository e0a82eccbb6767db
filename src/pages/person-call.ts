import type { Browser } from "../authentication/browser-session.ts";
import type { Session } from "../domain/session.ts";
import type { Call } from "../endpoint.ts";
import type { Person } from "../views/person.ts";

export interface PersonCall extends Call<Browser> {
  readonly session: Session;
  readonly person: Person;
  readonly now: number;
}

export type Form = ReadonlyMap<string, string>;
