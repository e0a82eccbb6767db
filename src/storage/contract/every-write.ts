import type { Ledger } from "../../domain/ports/ledger.ts";
import type { WriteName } from "../sql/write.ts";
import { adminApiWrites } from "./admin-api-writes.ts";
import { applicationWrites } from "./application-writes.ts";
import { deliveryWrites } from "./delivery-writes.ts";
import { movingWrites } from "./moving-writes.ts";
import { by, createApplication, type Example, somebody, type World } from "./seeded-ledger.ts";
import { usersWrites } from "./user-writes.ts";

/** Performs every write, each in a new world. The database's ring has a key `test`. */
export async function performEveryWrite(ledger: Ledger): Promise<void> {
  for (const write of Object.values(everyWrite)) await write(await freshWorld(ledger));
}

export type WrittenName = Exclude<WriteName, "settleRestored">;

/**
 * A write without an entry is a type error. `settleRestored` is left out: it reads the whole restored database before
 * anyone uses it.
 */
export const everyWrite: { readonly [Name in WrittenName]: Example } = {
  ...applicationWrites,
  ...usersWrites,
  ...adminApiWrites,
  ...deliveryWrites,
  ...movingWrites,
};

export async function freshWorld(ledger: Ledger): Promise<World> {
  const [alice, bob] = [somebody(), somebody()];
  for (const one of [alice, bob]) await ledger.createUser(one, by);
  const { id, consumerKey, consumerSecret } = await createApplication(ledger, alice.id);
  const users = { alice: alice.id, bob: bob.id };
  return { ledger, committed: [], ...users, application: id, consumerKey, consumerSecret };
}
