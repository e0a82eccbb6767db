/**
 * What every engine promises of a write that finds everything as it would make it: it records no event, and tells
 * no user, so that a row of the audit log always stands for a change.
 */
import assert from "node:assert/strict";
import { atEachCall } from "./each-call.ts";
import { freshWorld, type WrittenName } from "./every-write.ts";
import { difference } from "./ledger-rows.ts";
import { by, checkOn, type OpenLedger, somebody } from "./seeded-ledger.ts";

export function repeatedWriteSuite(engine: string, open: OpenLedger): void {
  const check = checkOn(engine, open);

  check("a write that is repeated records nothing", async ({ ledger, committed, rows }) => {
    await ledger.createUser({ ...somebody(), isAdmin: true }, by);
    const wrong: string[] = [];
    await atEachCall(
      () => freshWorld(ledger),
      async ({ name, call }) => {
        await call();
        if (isAnotherAct.has(name)) return;
        const [before, events] = [await rows(), committed.length];
        // A token or an ID that was drawn at random is not drawn again.
        await call().catch(() => {});
        const changed = difference(before, await rows());
        const isTold = /\+\d+ (audit_event|notice|account_notice|delivery)\b/.test(changed);
        if (isTold || committed.length > events) wrong.push(`${name}: ${changed}`);
      },
    );
    assert.deepEqual(wrong, []);
  });
}

/** A second call of these does something else. */
const isAnotherAct: ReadonlySet<WrittenName> = new Set<WrittenName>([
  // Each has a secret, a token, a password or codes of its own. Here it is drawn once, and all is at the same moment.
  "regenerateConsumerSecret",
  "grantAccess",
  "grantRegisteredAccess",
  "regenerateAccess",
  "setPassword",
  "setTotp",
  "replaceRecoveryCodes",
  // The offer begins again.
  "offerOwnership",
  // They take what is due next.
  "noteOldSecrets",
  // What is passed to them happened.
  "record",
  "recordRarely",
]);
