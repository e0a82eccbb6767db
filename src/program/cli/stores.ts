import { type Config, readConfig } from "../../config/config.ts";
import type { Application } from "../../domain/application.ts";
import type { ConsumerKey } from "../../domain/credentials.ts";
import type { Ledger } from "../../domain/ports/ledger.ts";
import type { User } from "../../domain/user.ts";
import { userGiven } from "../../http/actions/user-given.ts";
import type { KeyRing } from "../../tools/keys/key-ring.ts";
import { openStores, unlogged } from "../stores.ts";
import { Failed, warn } from "./outcome.ts";

/** `port` replaces the port from the environment. Throws `ConfigProblem`. */
export function configFromEnvironment(
  port?: number,
  tell: (warning: string) => void = warn,
): Config {
  const environment =
    port === undefined ? process.env : { ...process.env, COUNTERSIGN_PORT: String(port) };
  return readConfig(environment, tell);
}

/** Opens the database for one command; a server may be running. Throws `ConfigProblem` if there is none. */
export async function withLedger<T>(
  run: (ledger: Ledger, config: Config, keys: KeyRing) => Promise<T>,
): Promise<T> {
  const config = configFromEnvironment();
  await using stores = await openStores(config, unlogged);
  return await run(stores.ledger, config, stores.keys);
}

/** `given` is a screen name or an ID. */
export async function userNamed(ledger: Ledger, given: string): Promise<User> {
  const user = await userGiven(ledger, given);
  if (user === undefined) {
    throw new Failed(`there is no user ${given}; \`countersign user list\` lists them`);
  }
  return user;
}

export async function applicationWithKey(
  ledger: Ledger,
  consumerKey: string,
): Promise<Application> {
  const application = await ledger.applicationByConsumerKey(consumerKey as ConsumerKey);
  if (application === undefined) {
    throw new Failed(
      `there is no application with the consumer key ${consumerKey}; \`countersign app list\` shows them all`,
    );
  }
  return application;
}
