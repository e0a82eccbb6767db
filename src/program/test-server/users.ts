import { byCommandLine } from "../../domain/audit-context.ts";
import { mintUserId, type UserId } from "../../domain/credentials.ts";
import type { Ledger } from "../../domain/ports/ledger.ts";
import { maxName, problemWithUser } from "../../domain/user.ts";
import { hashPassword } from "../../tools/passwords/passwords.ts";
import type { seededRandom } from "./seeded-random.ts";
import { UsageError } from "./usage-error.ts";

export interface UserOptions {
  /** See `screenNameForm`. */
  readonly screenName: string;
  /** The default is the screen name. */
  readonly name?: string;
  /** The default is an address at `users.example`. It always counts as verified. */
  readonly email?: string;
  /** For signing in on the pages. The default is a password that all users share. */
  readonly password?: string;
  readonly admin?: boolean;
}

export interface TestServerUser {
  readonly id: string;
  readonly screenName: string;
  readonly name: string;
  readonly email: string;
  readonly password: string;
}

const sharedPassword = "orchard lantern gravel 52";

/** This is the lowest cost of argon2id: these passwords protect nothing, and tests wait for every hash. */
const minCost = { memory: 8, passes: 1, parallelism: 1 };

/** Throws `UsageError`. */
export async function addUser(
  ledger: Ledger,
  options: UserOptions,
  now: number,
  random: ReturnType<typeof seededRandom>,
): Promise<TestServerUser> {
  const { screenName, password = sharedPassword, admin: isAdmin = false } = options;
  const { name = screenName.slice(0, maxName), email = `${screenName}@users.example` } = options;
  const problem = problemWithUser({ screenName, name, email });
  if (problem !== undefined) throw new UsageError(problem);
  const id: UserId = mintUserId(random(`user ${screenName}`));
  const passwordHash = await hashPassword(password, minCost);
  const user = { id, screenName, name, email, emailVerified: true, passwordHash, isAdmin, now };
  const outcome = await ledger.createUser(user, byCommandLine(now));
  if (outcome !== "created") throw new UsageError(`there is a user ${screenName} already`);
  return { id, screenName, name, email, password };
}
