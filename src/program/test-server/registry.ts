import type { ApplicationId, UserId } from "../../domain/credentials.ts";
import type { Ledger } from "../../domain/ports/ledger.ts";
import {
  type ApplicationOptions,
  addApplication,
  type TestServerApplication,
} from "./applications.ts";
import type { seededRandom } from "./seeded-random.ts";
import { UsageError } from "./usage-error.ts";
import { addUser, type TestServerUser, type UserOptions } from "./users.ts";

/** Finds the users and applications of a test server by name. Without a name, the first is meant. */
export interface Registry {
  readonly users: readonly TestServerUser[];
  readonly applications: readonly TestServerApplication[];
  /** These throw `UsageError` if there is none. */
  user(screenName: string | undefined): TestServerUser;
  application(name: string | undefined): TestServerApplication;
  userId(screenName: string | undefined): UserId;
  applicationId(name: string | undefined): ApplicationId;
  /** These throw `UsageError` if what is to be added is impossible. */
  addUser(options: UserOptions): Promise<TestServerUser>;
  /** The first user owns it. */
  addApplication(options: ApplicationOptions): Promise<TestServerApplication>;
}

export function registryIn(
  ledger: Ledger,
  now: () => number,
  random: ReturnType<typeof seededRandom>,
): Registry {
  const users = new Map<string, TestServerUser>();
  const applications = new Map<string, TestServerApplication>();
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
      const made = await addUser(ledger, one, now(), random);
      users.set(made.screenName, made);
      return made;
    },
    async addApplication(one) {
      if (applications.has(one.name)) {
        throw new UsageError(`there is an application called ${one.name} already`);
      }
      const ownerId = user(undefined).id as UserId;
      const made = await addApplication(ledger, one, ownerId, now(), random);
      applications.set(made.name, made);
      return made;
    },
  };
}

function named<T>(all: ReadonlyMap<string, T>, name: string | undefined, what: string): T {
  const found = name === undefined ? all.values().next().value : all.get(name);
  if (found !== undefined) return found;
  if (all.size === 0) throw new UsageError(`there is no ${what} yet`);
  throw new UsageError(`there is no ${what} ${name}; there are ${[...all.keys()].join(", ")}`);
}
