/**
 * What every engine promises of a write that names a user or an application which another write has deleted: it has an
 * outcome, changes nothing, and is no error of a constraint.
 */
import assert from "node:assert/strict";
import { ConfigurationRejected } from "../../domain/application-configuration.ts";
import { RoleEnded, SessionEnded } from "../../domain/errors.ts";
import { atEachCall } from "./each-call.ts";
import { freshWorld, type WrittenName } from "./every-write.ts";
import { difference } from "./ledger-rows.ts";
import { by, checkOn, type OpenLedger, somebody, type World } from "./seeded-ledger.ts";

export function goneSuite(engine: string, open: OpenLedger): void {
  const check = checkOn(engine, open);

  for (const [title, deleteNamed] of Object.entries(deletions)) {
    check(`a write has an outcome where ${title}`, async ({ ledger, rows }) => {
      const admin = somebody();
      await ledger.createUser({ ...admin, isAdmin: true }, by);
      const wrong: string[] = [];
      await atEachCall(
        () => freshWorld(ledger),
        async ({ name, args, call, world }) => {
          const deleted = await deleteNamed(world);
          const named = JSON.stringify(args, (_key, value) => String(value) && value);
          if (!deleted.some((id) => named.includes(id)) || keepsWriting.has(name)) return;
          const before = await rows();
          await call().catch((error: unknown) => {
            if (!outcomes.some((one) => error instanceof one)) wrong.push(`${name}: ${error}`);
          });
          const changed = difference(before, await rows());
          if (changed !== "") wrong.push(`${name}: ${changed}`);
        },
      );
      assert.deepEqual(wrong, []);
    });
  }
}

const outcomes = [SessionEnded, RoleEnded, ConfigurationRejected];

/** Each returns the IDs of what is gone. */
const deletions: Readonly<Record<string, (world: World) => Promise<readonly string[]>>> = {
  async "the application is gone"({ ledger, application }) {
    await ledger.deleteApplication(application, by);
    return [application];
  },
  async "its users are gone"({ ledger, application, alice, bob }) {
    const { id: carol } = somebody();
    await ledger.createUser({ ...somebody(), id: carol }, by);
    await ledger.transferApplication({ applicationId: application, userId: carol }, by);
    for (const userId of [alice, bob]) {
      assert.equal(await ledger.deleteUser({ userId }, by), "deleted");
    }
    return [alice, bob];
  },
};

/** They are about what may be gone. */
const keepsWriting: ReadonlySet<WrittenName> = new Set<WrittenName>([
  // Without the session that a page names, nothing is checked, and the event names who canceled.
  "cancelRequestToken",
  "record",
  "recordRarely",
  // A user has to hear how the account came to an end.
  "takeAccountNotice",
  "revokeAgain",
  // A token names its user, and the requests were the application's.
  "addSources",
  "addTraitUses",
]);
