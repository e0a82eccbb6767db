import { mintUserId, type UserId } from "../domain/credentials.ts";
import type { Ledger } from "../domain/ports/ledger.ts";
import { maxName, problemWithUser } from "../domain/user.ts";
import { byCommandLine } from "../events/context.ts";
import { hashPassword } from "../passwords/passwords.ts";
import type { chanceFrom } from "./chance.ts";
import { Misuse } from "./misuse.ts";

export interface UserOptions {
  /** See `screenNameForm`. */
  readonly screenName: string;
  /** Left out: the screen name. */
  readonly name?: string;
  /** Left out: an address at `people.example`. Either way it counts as confirmed. */
  readonly email?: string;
  /** For signing in on the pages. Left out: a password that all people share. */
  readonly password?: string;
  readonly operator?: boolean;
}

export interface StandInUser {
  readonly id: string;
  readonly screenName: string;
  readonly name: string;
  readonly email: string;
  readonly password: string;
}

const sharedPassword = "orchard lantern gravel 52";

/** This is the lowest cost of argon2id: these passwords protect nothing, and tests wait for every hash. */
const leastCost = { memory: 8, passes: 1, parallelism: 1 };

/** Throws `Misuse`. */
export async function addUser(
  ledger: Ledger,
  options: UserOptions,
  now: number,
  chance: ReturnType<typeof chanceFrom>,
): Promise<StandInUser> {
  const { screenName, password = sharedPassword, operator: isOperator = false } = options;
  const { name = screenName.slice(0, maxName), email = `${screenName}@people.example` } = options;
  const problem = problemWithUser({ screenName, name, email });
  if (problem !== undefined) throw new Misuse(problem);
  const id: UserId = mintUserId(chance(`user ${screenName}`));
  const passwordHash = await hashPassword(password, leastCost);
  const user = { id, screenName, name, email, emailProven: true, passwordHash, isOperator, now };
  const outcome = await ledger.createUser(user, byCommandLine(now));
  if (outcome !== "created") throw new Misuse(`there is a user ${screenName} already`);
  return { id, screenName, name, email, password };
}
