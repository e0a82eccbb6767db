/** Every write about users, their sessions and the database itself, for `performEveryWrite`. */
import { randomBytes } from "node:crypto";
import { mintSessionId, Secret, tokenDigest, type UserId } from "../../domain/credentials.ts";
import { dayMs } from "../../domain/day.ts";
import { noPasswordHash } from "../../domain/identity.ts";
import { passwordLinks } from "../../domain/one-time-link.ts";
import type { PasskeyId } from "../../domain/passkey.ts";
import { sealedColumns } from "../sql/sealed.ts";
import type { WriteName } from "../sql/write.ts";
import {
  by,
  grant,
  happened,
  issue,
  link,
  newSession,
  now,
  session,
  somebody,
  type World,
} from "./seeded-ledger.ts";

export const usersWrites = {
  createUser: ({ ledger }) =>
    ledger.createUser({ ...somebody(), isAdmin: true, signUpSeen: null }, by),
  setPassword: ({ ledger, alice }) => ledger.setPassword(alice, "$new", by),
  setAdmin: async ({ ledger, alice }) => {
    await ledger.setAdmin(alice, true, by);
    await ledger.setAdmin(alice, false, by);
  },
  setAdministrators: async ({ ledger, alice }) => {
    const seen = (await ledger.administrators({ after: undefined, size: 500 })).map(({ id }) => id);
    await ledger.setAdministrators({ seen, wanted: [...seen, alice] }, by);
  },
  changeProfile: ({ ledger, alice }) =>
    ledger.changeProfile(
      { userId: alice, screenName: somebody().screenName, name: "", email: "alice@users.example" },
      by,
    ),
  confirmEmail: ({ ledger, alice }) => ledger.confirmEmail({ userId: alice, email: "" }, by),
  changePassword: ({ ledger, alice }) => {
    const opened = newSession(alice, fresh());
    return ledger.changePassword({ from: "$old", to: "$new", session: opened }, by);
  },
  deleteUser: async (world) => {
    await grant(world, world.bob);
    await world.ledger.deleteUser({ userId: world.bob }, by);
  },
  suspendUser: ({ ledger, bob }) => ledger.suspendUser(bob, "spam", by),
  restoreUser: async ({ ledger, bob }) => {
    await ledger.suspendUser(bob, "spam", by);
    await ledger.restoreUser(bob, by);
  },
  openSession: async ({ ledger, alice }) => {
    const digest = fresh();
    const opening = { ...newSession(alice, digest), passwordHash: "$old" as const };
    await ledger.openSession({ ...opening, unrepeatedSince: now }, by);
    await session(ledger, alice, digest);
  },
  resetPassword: async (world) => {
    for (const purpose of passwordLinks) {
      const digest = await link(world, purpose, now + 1, world.alice);
      await world.ledger.resetPassword({ digest, purpose, passwordHash: "$new", now }, by);
    }
  },
  verifyEmail: async (world) => {
    const digest = await link(world, "email", now + 1, world.alice);
    await world.ledger.verifyEmail({ digest, now }, by);
  },
  createUserByLink: async (world) => {
    for (const purpose of ["invitation", "admin"] as const) {
      const digest = await link(world, purpose);
      await world.ledger.createUserByLink({ digest, purpose }, somebody(), by);
    }
  },
  withdrawLink: async (world) => {
    const digest = await link(world, "invitation");
    await world.ledger.withdrawLink({ digest, purpose: "invitation" }, by);
  },
  createLink: async (world) => {
    await link(world, "invitation");
    await link(world, "account-recovery", now + 1, world.alice);
    await link(world, "password-reset", now + 1, world.alice);
  },
  touchSession: async ({ ledger, alice }) =>
    ledger.touchSession(await session(ledger, alice), now + 1),
  endSession: async ({ ledger, alice }) =>
    ledger.endSession({ userId: alice, digest: await session(ledger, alice) }, by),
  endOtherSessions: async ({ ledger, alice }) => {
    await session(ledger, alice);
    const digest = await session(ledger, alice);
    await ledger.endOtherSessions({ userId: alice, digest }, by);
  },
  changeSetting: ({ ledger }) => ledger.changeSetting("sign-up", "open", by),
  changeSettings: async ({ ledger }) => {
    const [signUp, factor] = ["sign-up", "second-factor"] as const;
    await ledger.changeSettings(
      [
        { name: signUp, seen: await ledger.setting(signUp), value: "closed" },
        { name: factor, seen: await ledger.setting(factor), value: "a" },
      ],
      by,
    );
  },
  addUsage: ({ ledger }) =>
    ledger.addUsage([{ of: "service", resolution: 60, at: now, kind: "verified", count: 1 }]),
  record: async ({ ledger, alice, application: applicationId }) => {
    const digest = await session(ledger, alice);
    const role = { applicationId, atLeast: "viewer" } as const;
    await ledger.record({ ...happened(), session: { digest, role } });
  },
  recordRarely: ({ ledger, alice }) => ledger.recordRarely({ ...happened(), userId: alice }, now),
  sweep: async (world) => {
    await issue(world, now + 1);
    for (const at of [now + 2, now + 4 * dayMs]) {
      await world.ledger.sweep({ now: at, most: 5, auditFrom: now + 1 });
    }
  },
  sealUnder: ({ ledger }) => ledger.sealUnder("test"),
  reseal: async ({ ledger }) => {
    for (const [column, { key }] of sealedColumns.entries()) {
      await ledger.reseal({ column });
      await ledger.reseal({ column, after: key === "token" ? "t" : 1 });
    }
  },
  askAboutPassword: ({ ledger, alice: userId }) =>
    ledger.askAboutPassword({ userId, now, every: 1 }),
  changeNotifications: ({ ledger, alice: userId }) =>
    ledger.changeNotifications({ userId, off: ["limits"] }, by),
  noteLanguage: ({ ledger, alice }) => ledger.noteLanguage(alice, "ar"),
  setTotp: (world) => withTotp(world),
  removeTotp: async (world) => {
    await withTotp(world);
    await world.ledger.removeTotp(newSession(world.alice, fresh()), by);
  },
  replaceRecoveryCodes: async (world) => {
    await withTotp(world);
    const opened = newSession(world.alice, fresh());
    await world.ledger.replaceRecoveryCodes({ recoveryCodes: [], session: opened }, by);
  },
  removeSecondFactors: async (world) => {
    await withTotp(world);
    await world.ledger.removeSecondFactors(world.alice, "lost", by);
  },
  removeSecondFactor: async (world) => {
    await withTotp(world);
    const { id } = await withPasskey(world);
    for (const factor of [{ kind: "passkey", id }, { kind: "totp" }] as const) {
      await world.ledger.removeSecondFactor({ userId: world.alice, factor, because: "lost" }, by);
    }
  },
  createUserWithIdentity: (world) => withIdentity(world),
  linkIdentity: (world) => linked(world, world.alice),
  unlinkIdentity: async (world) => {
    const { identity, userId } = await withIdentity(world);
    await linked(world, userId);
    const opened = newSession(userId, fresh());
    const offered = { passwords: true, issuers: [] };
    await world.ledger.unlinkIdentity({ identity, session: opened, offered }, by);
    const other = randomIdentity();
    await world.ledger.linkIdentity({ identity: other, session: opened }, by);
    const all = { passwords: true, issuers: [other.issuer] };
    const again = newSession(userId, fresh());
    await world.ledger.unlinkIdentity({ identity, session: again, offered: all }, by);
  },
  removeIdentity: async (world) => {
    const { identity, userId } = await withIdentity(world);
    await world.ledger.removeIdentity({ userId, identity, because: "lost" }, by);
  },
  endSessionsFrom: async (world) => {
    const { identity, userId, passwordHash } = await withIdentity(world);
    const { issuer, subject } = identity;
    const sid = fresh();
    const provider = { ...identity, sid };
    const opened = { ...newSession(userId, fresh()), passwordHash, provider };
    const authenticated = { ...provider, authenticatedAt: now };
    await world.ledger.openSession({ ...opened, identity: authenticated }, by);
    for (const ended of [
      { issuer, subject: undefined, sid },
      { issuer, subject, sid },
      { issuer, subject, sid: undefined },
    ]) {
      await world.ledger.endSessionsFrom({ ...ended, tokenId: fresh(), now }, by);
    }
  },
  addPasskey: (world) => withPasskey(world),
  renamePasskey: async (world) => {
    const { id } = await withPasskey(world);
    const renamed = { userId: world.alice, id, name: "Another key" };
    await world.ledger.renamePasskey(renamed, by);
  },
  removePasskey: async (world) => {
    const { id } = await withPasskey(world);
    const opened = newSession(world.alice, fresh());
    await world.ledger.removePasskey(
      { id, session: opened, offered: { passwords: true, issuers: [] } },
      by,
    );
  },
  beginSignIn: async (world) => {
    await begin(world);
    const { identity, userId, passwordHash } = await withIdentity(world);
    const authEvents = [{ kind: "identity-provider", at: now }] as const;
    const signIn = { digest: fresh(), userId, authEvents, signedInFor: undefined, passwordHash };
    const authenticated = { ...identity, sid: "s", authenticatedAt: now };
    await world.ledger.beginSignIn({ ...signIn, identity: authenticated, expiresAt: now + 1000 });
  },
  finishSignIn: async (world) => {
    await withTotp(world);
    const { id } = await withPasskey(world);
    for (const authEvent of [
      { kind: "passkey", id, signCount: 1, at: now },
      { kind: "totp", step: 101, at: now },
      { kind: "recovery-code", digest: fresh(), at: now },
    ] as const) {
      const {
        userId: _,
        authEvents: __,
        signedInFor: ___,
        ...opened
      } = newSession(world.alice, fresh());
      const finished = { waiting: await begin(world), authEvent, session: opened };
      await world.ledger.finishSignIn(finished, by);
    }
  },
  reauthenticate: async ({ ledger, alice: userId }) => {
    const linked = randomIdentity();
    await ledger.linkIdentity({ identity: linked, session: newSession(userId, fresh()) }, by);
    const digest = await session(ledger, userId);
    await ledger.reauthenticate({ digest, userId }, { kind: "password", at: now + 1 });
    const identity = { ...linked, sid: "s", authenticatedAt: now };
    await ledger.reauthenticate(
      { digest, userId },
      { kind: "identity-provider", identity, at: now },
    );
  },
} as const satisfies Partial<Record<WriteName, (world: World) => unknown>>;

function fresh() {
  return tokenDigest(mintSessionId(randomBytes));
}

function randomIdentity() {
  return { issuer: "https://id.example", subject: randomBytes(9).toString("hex") };
}

async function withIdentity({ ledger }: World) {
  const identity = randomIdentity();
  const user = { ...somebody(), passwordHash: noPasswordHash(randomBytes) };
  await ledger.createUserWithIdentity(user, identity, by);
  return { identity, userId: user.id, passwordHash: user.passwordHash };
}

async function linked({ ledger }: World, userId: UserId) {
  const identity = randomIdentity();
  await ledger.linkIdentity({ identity, session: newSession(userId, fresh()) }, by);
}

function withTotp({ ledger, alice }: World) {
  const added = { secret: new Secret("JBSWY3DP"), step: 100, recoveryCodes: [fresh()] };
  return ledger.setTotp({ ...added, session: newSession(alice, fresh()) }, by);
}

async function withPasskey({ ledger, alice }: World) {
  const id = randomBytes(16).toString("base64url") as PasskeyId;
  const passkey = { id, name: "A key", publicKey: randomBytes(77), signCount: 0, transports: [] };
  const opened = newSession(alice, fresh());
  await ledger.addPasskey({ passkey, recoveryCodes: [fresh()], session: opened }, by);
  return { id };
}

async function begin({ ledger, alice: userId }: World) {
  const { passwordHash = "$" as const } =
    (await ledger.passwordOf((await ledger.userById(userId))?.screenName ?? "")) ?? {};
  const digest = fresh();
  const authEvents = [{ kind: "password", at: now }] as const;
  const signIn = { digest, userId, authEvents, signedInFor: undefined, passwordHash };
  await ledger.beginSignIn({ ...signIn, expiresAt: now + 1000 });
  return digest;
}
