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
  type Example,
  grant,
  happened,
  issue,
  link,
  newSession,
  now,
  session,
  somebody,
  touching,
  type World,
} from "./seeded-ledger.ts";

export const usersWrites = {
  createUser: touching(["+1 user, +2 audit_event"], ({ ledger }) =>
    ledger.createUser({ ...somebody(), isAdmin: true, signUpSeen: null }, by),
  ),
  setPassword: touching(
    [
      "~1 user, -2 collaborator, -1 ownership_offer, -2 session, -1 waiting_sign_in, +1 audit_event, -3 one_time_link, +3 revocation",
    ],
    ({ ledger, alice }) => ledger.setPassword(alice, "$new", by),
  ),
  grantAdmin: touching(["~1 user, +1 audit_event"], async ({ ledger, alice }) => {
    await ledger.grantAdmin(alice, by);
  }),
  revokeAdmin: touching(
    ["~1 user, +1 audit_event, +1 revocation"],
    async ({ ledger, alice, bob }) => {
      await ledger.grantAdmin(bob, by);
      await ledger.grantAdmin(alice, by);
      await ledger.revokeAdmin(alice, by);
    },
  ),
  setAdministrators: touching(["~1 user, +1 audit_event"], async ({ ledger, alice }) => {
    const seen = (await ledger.administrators({ after: undefined, size: 500 })).map(({ id }) => id);
    await ledger.setAdministrators({ seen, wanted: [...seen, alice] }, by);
  }),
  changeProfile: touching(
    ["~1 user, +1 audit_event, -3 one_time_link, +1 reserved_screen_name"],
    ({ ledger, alice }) =>
      ledger.changeProfile(
        {
          userId: alice,
          screenName: somebody().screenName,
          name: "",
          email: "alice@users.example",
        },
        by,
      ),
  ),
  markEmailVerified: touching(["~1 user, +1 audit_event, -1 one_time_link"], ({ ledger, alice }) =>
    ledger.markEmailVerified({ userId: alice, email: "" }, by),
  ),
  changePassword: touching(
    [
      "~1 user, -2 session, +1 session, -1 waiting_sign_in, +1 audit_event, -2 one_time_link, +1 revocation",
    ],
    ({ ledger, alice }) => {
      const opened = newSession(alice, fresh());
      return ledger.changePassword({ from: "$old", to: "$new", session: opened }, by);
    },
  ),
  deleteUser: touching(
    [
      "-1 user, -1 collaborator, -1 ownership_offer, -4 request_token, -3 access_token, -2 session, -2 recovery_code, -1 waiting_sign_in, -1 identity, -1 passkey, +1 audit_event, ~3 grant_count, -3 one_time_link, +1 reserved_screen_name, +1 revocation",
    ],
    async (world) => {
      await grant(world, world.bob);
      await world.ledger.deleteUser({ userId: world.bob }, by);
    },
  ),
  suspendUser: touching(
    [
      "~1 user, -4 request_token, -2 session, -1 waiting_sign_in, +1 audit_event, -3 one_time_link, +1 revocation",
    ],
    ({ ledger, bob }) => ledger.suspendUser(bob, "spam", by),
  ),
  restoreUser: touching(["~1 user, +1 audit_event"], async ({ ledger, bob }) => {
    await ledger.suspendUser(bob, "spam", by);
    await ledger.restoreUser(bob, by);
  }),
  openSession: touching(
    ["+1 session, +1 audit_event", "-1 session, +1 session, +1 audit_event"],
    async ({ ledger, alice }) => {
      const digest = fresh();
      const opening = { ...newSession(alice, digest), passwordHash: "$old" as const };
      await ledger.openSession({ ...opening, unrepeatedSince: now }, by);
      await session(ledger, alice, digest);
    },
  ),
  resetPassword: touching(
    [
      "~1 user, -2 collaborator, -1 ownership_offer, -2 session, -1 waiting_sign_in, +1 audit_event, -4 one_time_link, +3 revocation",
      "-2 recovery_code, -1 identity, -1 passkey, +1 audit_event, -1 one_time_link, +4 revocation",
    ],
    async (world) => {
      for (const purpose of passwordLinks) {
        const digest = await link(world, purpose, now + 1, world.alice);
        await world.ledger.resetPassword({ digest, purpose, passwordHash: "$new", now }, by);
      }
    },
  ),
  verifyEmail: touching(["~1 user, +1 audit_event, -2 one_time_link"], async (world) => {
    const digest = await link(world, "email", now + 1, world.alice);
    await world.ledger.verifyEmail({ digest, now }, by);
  }),
  createUserByLink: touching(
    ["+1 user, +1 audit_event, -1 one_time_link", "nothing"],
    async (world) => {
      for (const purpose of ["invitation", "admin"] as const) {
        const digest = await link(world, purpose);
        await world.ledger.createUserByLink({ digest, purpose }, somebody(), by);
      }
    },
  ),
  withdrawInvitation: touching(
    ["+1 audit_event, -1 one_time_link", "+1 audit_event, ~1 one_time_link"],
    async (world) => {
      const { ledger, alice } = world;
      const [one, two] = [await link(world, "invitation"), await link(world, "invitation")];
      await ledger.withdrawInvitation({ digest: one }, by);
      const bySomeone = { ...by, session: { digest: await session(ledger, alice) } };
      await ledger.withdrawInvitation({ digest: two }, bySomeone);
    },
  ),
  restoreInvitation: touching(["+1 audit_event, ~1 one_time_link"], async (world) => {
    const { ledger, alice } = world;
    const digest = await link(world, "invitation");
    const bySomeone = { ...by, session: { digest: await session(ledger, alice) } };
    await ledger.withdrawInvitation({ digest }, bySomeone);
    await ledger.restoreInvitation({ digest }, bySomeone);
  }),
  createLink: touching(["+1 audit_event, +1 one_time_link"], async (world) => {
    await link(world, "invitation");
    await link(world, "account-recovery", now + 1, world.alice);
    await link(world, "password-reset", now + 1, world.alice);
  }),
  createInvitations: touching(["+2 audit_event, +2 one_time_link"], async ({ ledger }) => {
    const links = [fresh(), fresh()].map((digest) => ({
      ...({ digest, purpose: "invitation", userId: undefined, note: "" } as const),
      ...{ createdAt: now, expiresAt: now + 1 },
    }));
    await ledger.createInvitations(links, by);
  }),
  recordInvitationEmails: touching(["~1 one_time_link"], async (world) => {
    const digest = await link(world, "invitation");
    await world.ledger.recordInvitationEmails({ digests: [digest], outcome: "failed" });
  }),
  touchSession: touching(["~1 session"], async ({ ledger, alice }) =>
    ledger.touchSession(await session(ledger, alice), now + 1),
  ),
  endSession: touching(["-1 session, +1 audit_event"], async ({ ledger, alice }) =>
    ledger.endSession({ userId: alice, digest: await session(ledger, alice) }, by),
  ),
  endOtherSessions: touching(
    ["-3 session, -1 waiting_sign_in, +1 audit_event"],
    async ({ ledger, alice }) => {
      await session(ledger, alice);
      const digest = await session(ledger, alice);
      await ledger.endOtherSessions({ userId: alice, digest }, by);
    },
  ),
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
  addUsage: touching(["+1 use_count, +1 use_day"], ({ ledger }) =>
    ledger.addUsage(
      [60, 3600].map((resolution) => {
        const row = { at: now, operation: "o", kind: "verified", count: 1 } as const;
        return { ...row, of: "service", resolution: resolution as 60 | 3600 };
      }),
    ),
  ),
  record: touching(["+1 audit_event"], async ({ ledger, alice, application: applicationId }) => {
    const digest = await session(ledger, alice);
    const role = { applicationId, atLeast: "viewer" } as const;
    await ledger.record({ ...happened(), session: { digest, role } });
  }),
  recordRarely: touching(["+1 audit_event"], ({ ledger, alice }) =>
    ledger.recordRarely({ ...happened(), userId: alice }, now),
  ),
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
  askAboutPassword: touching(["~1 user"], ({ ledger, alice: userId }) =>
    ledger.askAboutPassword({ userId, now, every: 1 }),
  ),
  changeNotifications: touching(["~1 user, +1 audit_event"], ({ ledger, alice: userId }) =>
    ledger.changeNotifications({ userId, off: ["limits"] }, by),
  ),
  noteLanguage: touching(["~1 user"], ({ ledger, alice }) => ledger.noteLanguage(alice, "ar")),
  setTotp: touching(
    [
      "-2 session, +1 session, +1 totp, -2 recovery_code, +1 recovery_code, -1 waiting_sign_in, +1 audit_event, +2 revocation",
    ],
    (world) => withTotp(world),
  ),
  removeTotp: touching(
    ["-1 session, +1 session, -1 totp, +1 audit_event, +1 revocation"],
    async (world) => {
      await withTotp(world);
      await world.ledger.removeTotp(newSession(world.alice, fresh()), by);
    },
  ),
  replaceRecoveryCodes: touching(
    ["-1 session, +1 session, -1 recovery_code, +1 audit_event, +1 revocation"],
    async (world) => {
      await withTotp(world);
      const opened = newSession(world.alice, fresh());
      await world.ledger.replaceRecoveryCodes({ recoveryCodes: [], session: opened }, by);
    },
  ),
  removeSecondFactors: touching(
    ["-1 session, -1 totp, -1 recovery_code, -1 passkey, +1 audit_event, +3 revocation"],
    async (world) => {
      await withTotp(world);
      await world.ledger.removeSecondFactors(world.alice, "lost", by);
    },
  ),
  removeSecondFactor: touching(
    [
      "-1 session, -1 passkey, +1 audit_event, +1 revocation",
      "-1 totp, +1 audit_event, +1 revocation",
    ],
    async (world) => {
      await withTotp(world);
      const { id } = await withPasskey(world);
      for (const factor of [{ kind: "passkey", id }, { kind: "totp" }] as const) {
        await world.ledger.removeSecondFactor({ userId: world.alice, factor, because: "lost" }, by);
      }
    },
  ),
  createUserWithIdentity: touching(["+1 user, +1 identity, +1 audit_event"], (world) =>
    withIdentity(world),
  ),
  linkIdentity: touching(
    ["-2 session, +1 session, -1 waiting_sign_in, +1 identity, +1 audit_event"],
    (world) => linked(world, world.alice),
  ),
  unlinkIdentity: touching(
    ["nothing", "-1 session, +1 session, -1 identity, +1 audit_event, +1 revocation"],
    async (world) => {
      const { identity, userId } = await withIdentity(world);
      await linked(world, userId);
      const newest = newSession(userId, fresh());
      const offered = { passwords: true, issuers: [] };
      await world.ledger.unlinkIdentity({ identity, session: newest, offered }, by);
      const other = randomIdentity();
      await world.ledger.linkIdentity({ identity: other, session: newest }, by);
      const all = { passwords: true, issuers: [other.issuer] };
      const again = newSession(userId, fresh());
      await world.ledger.unlinkIdentity({ identity, session: again, offered: all }, by);
    },
  ),
  removeIdentity: touching(["-1 identity, +1 audit_event, +1 revocation"], async (world) => {
    const { identity, userId } = await withIdentity(world);
    await world.ledger.removeIdentity({ userId, identity, because: "lost" }, by);
  }),
  endSessionsFrom: touching(
    ["-1 session, +1 audit_event, +1 provider_logout", "+1 provider_logout"],
    async (world) => {
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
  ),
  addPasskey: touching(
    ["-2 session, +1 session, -1 waiting_sign_in, +1 passkey, +1 audit_event"],
    (world) => withPasskey(world),
  ),
  renamePasskey: touching(["~1 passkey, +1 audit_event"], async (world) => {
    const { id } = await withPasskey(world);
    const renamed = { userId: world.alice, id, name: "Another key" };
    await world.ledger.renamePasskey(renamed, by);
  }),
  removePasskey: touching(
    ["-1 session, +1 session, -1 passkey, +1 audit_event, +1 revocation"],
    async (world) => {
      const { id } = await withPasskey(world);
      const opened = newSession(world.alice, fresh());
      await world.ledger.removePasskey(
        { id, session: opened, offered: { passwords: true, issuers: [] } },
        by,
      );
    },
  ),
  beginSignIn: touching(["+1 waiting_sign_in"], async (world) => {
    await begin(world);
    const { identity, userId, passwordHash } = await withIdentity(world);
    const authEvents = [{ kind: "identity-provider", at: now }] as const;
    const signIn = { digest: fresh(), userId, authEvents, signedInFor: undefined, passwordHash };
    const authenticated = { ...identity, sid: "s", authenticatedAt: now };
    await world.ledger.beginSignIn({ ...signIn, identity: authenticated, expiresAt: now + 1000 });
  }),
  finishSignIn: touching(
    [
      "+1 session, -1 waiting_sign_in, ~1 passkey, +1 audit_event",
      "+1 session, ~1 totp, -1 waiting_sign_in, +1 audit_event",
      "nothing",
    ],
    async (world) => {
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
          ...details
        } = newSession(world.alice, fresh());
        const finished = { waiting: await begin(world), authEvent, session: details };
        await world.ledger.finishSignIn(finished, by);
      }
    },
  ),
  reauthenticate: touching(["~1 session"], async ({ ledger, alice: userId }) => {
    const linked = randomIdentity();
    await ledger.linkIdentity({ identity: linked, session: newSession(userId, fresh()) }, by);
    const digest = await session(ledger, userId);
    await ledger.reauthenticate({ digest, userId }, { kind: "password", at: now + 1 });
    const identity = { ...linked, sid: "s", authenticatedAt: now };
    await ledger.reauthenticate(
      { digest, userId },
      { kind: "identity-provider", identity, at: now },
    );
  }),
} as const satisfies Partial<Record<WriteName, Example>>;

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
