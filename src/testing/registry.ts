import type { ApplicationId, UserId } from "../domain/credentials.ts";
import type { Ledger } from "../domain/ports/ledger.ts";
import {
  type ApplicationOptions,
  addApplication,
  type StandInApplication,
} from "./applications.ts";
import type { chanceFrom } from "./chance.ts";
import { Misuse } from "./misuse.ts";
import { addUser, type StandInUser, type UserOptions } from "./people.ts";

/** Finds the users and applications of a test server by name. Without a name, the first is meant. */
export interface Registry {
  readonly users: readonly StandInUser[];
  readonly applications: readonly StandInApplication[];
  /** These throw `Misuse` if there is none. */
  user(screenName: string | undefined): StandInUser;
  application(name: string | undefined): StandInApplication;
  userId(screenName: string | undefined): UserId;
  applicationId(name: string | undefined): ApplicationId;
  /** These throw `Misuse` if what is to be added is impossible. */
  addUser(options: UserOptions): Promise<StandInUser>;
  /** The first user owns it. */
  addApplication(options: ApplicationOptions): Promise<StandInApplication>;
}

export function registryIn(
  ledger: Ledger,
  now: () => number,
  chance: ReturnType<typeof chanceFrom>,
): Registry {
  const users = new Map<string, StandInUser>();
  const applications = new Map<string, StandInApplication>();
  const user = (screenName: string | undefined) => named(users, screenName, "user");
  const application = (name: string | undefined) => named(applications, name, "application");

  return {
    get users() {
      return [...users.values()];
    },
    get applications() {
      return [...applications.values()];
    },
    user,
    application,
    userId: (screenName) => user(screenName).id as UserId,
    applicationId: (name) => application(name).id as ApplicationId,
    async addUser(one) {
      const made = await addUser(ledger, one, now(), chance);
      users.set(made.screenName, made);
      return made;
    },
    async addApplication(one) {
      if (applications.has(one.name)) {
        throw new Misuse(`there is an application called ${one.name} already`);
      }
      const ownerId = user(undefined).id as UserId;
      const made = await addApplication(ledger, one, ownerId, now(), chance);
      applications.set(made.name, made);
      return made;
    },
  };
}

function named<T>(all: ReadonlyMap<string, T>, name: string | undefined, what: string): T {
  const found = name === undefined ? all.values().next().value : all.get(name);
  if (found !== undefined) return found;
  if (all.size === 0) throw new Misuse(`there is no ${what} yet`);
  throw new Misuse(`there is no ${what} ${name}; there are ${[...all.keys()].join(", ")}`);
}
