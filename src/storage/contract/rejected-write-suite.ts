/** What every engine promises of writes that name what is another's, or is over: they change no row. */

import assert from "node:assert/strict";
import { randomBytes } from "node:crypto";
import { mintAccessTokenCandidate, mintVerifier } from "../../domain/credentials.ts";
import { SessionEnded } from "../../domain/errors.ts";
import { anew, type CrowdedWorld, crowdedWorld, otherProvider } from "./crowded-world.ts";
import { difference } from "./ledger-rows.ts";
import { by, checkOn, happened, issue, link, now, type OpenLedger } from "./seeded-ledger.ts";

export function rejectedWriteSuite(engine: string, open: OpenLedger): void {
  const check = checkOn(engine, open);

  check("a write that names what is another's, or is over, changes nothing", async (world) => {
    await crowdedWorld(world.ledger);
    const crowded = await crowdedWorld(world.ledger);
    for (const [title, prepare] of Object.entries(rejected)) {
      const write = await prepare(crowded);
      const before = await world.rows();
      await write();
      assert.equal(difference(before, await world.rows()), "", title);
    }
  });
}

type Prepare = (world: CrowdedWorld) => Promise<() => unknown> | (() => unknown);

/** Prepared, each by itself, and then written. */
const rejected: Readonly<Record<string, Prepare>> = {
  "another's passkey is renamed":
    ({ ledger, bob, accounts: { alice } }) =>
    () =>
      ledger.renamePasskey({ userId: bob, id: alice.passkey, name: "Bob's" }, by),
  "another's passkey is removed":
    ({ ledger, bob, accounts: { alice } }) =>
    () => {
      const factor = { kind: "passkey", id: alice.passkey } as const;
      return ledger.removeSecondFactor({ userId: bob, factor, because: "lost" }, by);
    },
  "another's passkey ends a sign-in":
    ({ ledger, bob, accounts }) =>
    () => {
      const authEvent = {
        kind: "passkey",
        id: accounts.alice.passkey,
        signCount: 9,
        at: now,
      } as const;
      return ledger.finishSignIn(
        { waiting: accounts.bob.waiting, authEvent, session: anew(bob) },
        by,
      );
    },
  "a passkey whose counter has not advanced ends a sign-in":
    ({ ledger, bob, accounts }) =>
    () => {
      const authEvent = {
        kind: "passkey",
        id: accounts.bob.passkey,
        signCount: 5,
        at: now,
      } as const;
      return ledger.finishSignIn(
        { waiting: accounts.bob.waiting, authEvent, session: anew(bob) },
        by,
      );
    },
  "a code of an earlier time ends a sign-in":
    ({ ledger, carol, accounts }) =>
    () => {
      const authEvent = { kind: "totp", step: 100, at: now } as const;
      return ledger.finishSignIn(
        { waiting: accounts.carol.waiting, authEvent, session: anew(carol) },
        by,
      );
    },
  "a sign-in that waited too long is ended by a passkey":
    ({ ledger, bob, accounts }) =>
    () => {
      const at = now + 1000;
      const authEvent = { kind: "passkey", id: accounts.bob.passkey, signCount: 9, at } as const;
      const session = { ...anew(bob), now: at };
      return ledger.finishSignIn({ waiting: accounts.bob.waiting, authEvent, session }, by);
    },
  "another's session is ended":
    ({ ledger, bob, accounts: { alice } }) =>
    () =>
      ledger.endSession({ userId: bob, digest: alice.session }, by),
  "an identity of another provider is removed":
    ({ ledger, alice }) =>
    () => {
      const identity = { issuer: otherProvider, subject: alice };
      return ledger.removeIdentity({ userId: alice, identity, because: "lost" }, by);
    },
  "an identity of another provider opens a session":
    ({ ledger, alice }) =>
    () => {
      const identity = { issuer: otherProvider, subject: alice, sid: "s", authenticatedAt: now };
      return ledger.openSession({ ...anew(alice), passwordHash: "$old", identity }, by);
    },
  "ownership is accepted of an application that was not offered":
    ({ ledger, bob, application }) =>
    () => {
      const accepted = { applicationId: application, userId: bob, most: 9 };
      return ledger.acceptOwnership(accepted, by);
    },
  "access is regenerated in place of another level's token":
    ({ ledger, alice, other }) =>
    () => {
      const candidate = mintAccessTokenCandidate(randomBytes);
      const wanted = { applicationId: other, userId: alice, access: "write" } as const;
      return ledger.regenerateAccess(
        { ...wanted, emailGranted: false, candidate, now, replaces: now - 5 },
        by,
      );
    },
  "access is regenerated in place of another application's token":
    ({ ledger, alice, application }) =>
    () => {
      const candidate = mintAccessTokenCandidate(randomBytes);
      const wanted = { applicationId: application, userId: alice, access: "read" } as const;
      return ledger.regenerateAccess(
        { ...wanted, emailGranted: false, candidate, now, replaces: now - 5 },
        by,
      );
    },
  "a password is changed, and its hash renewed, by who knows another":
    ({ ledger, alice: userId }) =>
    async () => {
      await ledger.renewPasswordHash({ userId, from: "$other", to: "$new" });
      const change = { from: "$other", to: "$new", session: anew(userId) } as const;
      await ledger.changePassword(change, by);
    },
  "a user is asked about a password again, too soon": async ({ ledger, alice: userId }) => {
    await ledger.askAboutPassword({ userId, now, every: 9 });
    return () => ledger.askAboutPassword({ userId, now: now + 8, every: 9 });
  },
  "a sign-in begins with another password":
    ({ ledger, alice: userId, accounts: { alice } }) =>
    () => {
      const begun = { digest: alice.code, userId, authEvents: [], signedInFor: undefined };
      return ledger.beginSignIn({ ...begun, passwordHash: "$other", expiresAt: now + 1 });
    },
  "a request token is approved unasked, for an application that is not for sign-ins": async ({
    ledger,
    carol: userId,
    ...world
  }) => {
    const token = await issue({ ledger, application: world.application });
    const approval = { token, userId, kind: "verifier", now, onlyIfGranted: true } as const;
    return () =>
      ledger.approveRequestToken({ ...approval, verifier: mintVerifier(randomBytes) }, by);
  },
  "a request token is approved unasked, for an application that is suspended": async ({
    ledger,
    carol: userId,
    other,
  }) => {
    const token = await issue({ ledger, application: other });
    await ledger.suspendApplication(other, "abuse", by);
    const approval = { token, userId, kind: "verifier", now, onlyIfGranted: true } as const;
    return () =>
      ledger.approveRequestToken({ ...approval, verifier: mintVerifier(randomBytes) }, by);
  },
  // These suspend someone, so they come last.
  "someone suspended begins a sign-in": async ({ ledger, dave: userId, accounts: { bob } }) => {
    await ledger.suspendUser(userId, "spam", by);
    const begun = { digest: bob.code, userId, authEvents: [], signedInFor: undefined };
    return () => ledger.beginSignIn({ ...begun, passwordHash: "$old", expiresAt: now + 1 });
  },
  "someone who was suspended before a restore goes on with what began before": async ({
    ledger,
    bob,
    accounts,
  }) => {
    const mark = randomBytes(16).toString("hex");
    const ended = { mark, at: now, kind: "user-service", subject: bob, detail: "spam" } as const;
    const replaced = { seed: "00".repeat(32), passwordHash: "$nobody" } as const;
    await ledger.revokeAgain({ rows: [ended], now, ...replaced });
    const event = { ...happened(), session: { digest: accounts.bob.session } };
    const authEvent = { kind: "passkey", id: accounts.bob.passkey, signCount: 9, at: now } as const;
    const { waiting } = accounts.bob;
    return async () => {
      await assert.rejects(ledger.record(event), SessionEnded);
      await ledger.finishSignIn({ waiting, authEvent, session: anew(bob) }, by);
    };
  },
  "someone suspended sets a password": async (world) => {
    const { ledger, carol } = world;
    await ledger.suspendUser(carol, "spam", by);
    const digest = await link(world, "password-reset", now + 1000, carol);
    return () => ledger.resetPassword({ digest, passwordHash: "$new", now }, by);
  },
};
