/**
 * The contract of defense: what an intruder began in an account ends with what its owner, or an administrator, does
 * against them. Each act meets each thing that was begun, before it and at the same time.
 */
import assert from "node:assert/strict";
import { randomBytes } from "node:crypto";
import {
  mintBulkActionId,
  mintSessionId,
  mintVerifier,
  Secret,
  type TokenDigest,
  tokenDigest,
} from "../../domain/credentials.ts";
import { linkLife, type PasswordLink } from "../../domain/one-time-link.ts";
import type { PasskeyId } from "../../domain/passkey.ts";
import {
  by,
  checkOn,
  createApplication,
  exchange,
  grant,
  issue,
  link,
  newSession,
  now,
  type OpenLedger,
  session,
  somebody,
  type World,
} from "./seeded-ledger.ts";

/** "signed out": sessions, sign-ins that wait, and approvals. "everything": the rest as well. */
type Level = "signed out" | "everything";

interface Act {
  readonly ends: Level;
  /** The sessions and links that it ends beyond its level. */
  readonly andAlso?: readonly string[];
  /** Creates what the change needs; it may end sessions itself. */
  readonly prepare?: (world: World) => Promise<unknown>;
  /** By alice or against her account. */
  readonly act: (world: World) => Promise<unknown>;
}

const acts: Readonly<Record<string, Act>> = {
  changePassword: {
    ends: "signed out",
    andAlso: ["a link: password-reset", "a link: account-recovery"],
    act: ({ ledger, alice }) =>
      ledger.changePassword({ from: "$old", to: "$new", session: fresh(alice) }, by),
  },
  endOtherSessions: {
    ends: "signed out",
    act: async ({ ledger, alice: userId }) =>
      ledger.endOtherSessions({ userId, digest: await session(ledger, userId) }, by),
  },
  "endOtherSessions by an administrator": {
    ends: "signed out",
    act: ({ ledger, alice: userId }) => ledger.endOtherSessions({ userId, digest: digestOf() }, by),
  },
  setTotp: { ends: "signed out", act: setTotp },
  removeTotp: {
    ends: "signed out",
    prepare: setTotp,
    act: ({ ledger, alice }) => ledger.removeTotp(fresh(alice), by),
  },
  replaceRecoveryCodes: {
    ends: "signed out",
    prepare: setTotp,
    act: ({ ledger, alice }) =>
      ledger.replaceRecoveryCodes({ recoveryCodes: [], session: fresh(alice) }, by),
  },
  removeSecondFactor: {
    ends: "signed out",
    prepare: setTotp,
    act: ({ ledger, alice: userId }) =>
      ledger.removeSecondFactor({ userId, factor: { kind: "totp" }, because: "lost" }, by),
  },
  removeSecondFactors: {
    ends: "signed out",
    prepare: setTotp,
    act: ({ ledger, alice }) => ledger.removeSecondFactors(alice, "lost", by),
  },
  addPasskey: { ends: "signed out", act: addPasskey },
  removePasskey: {
    ends: "signed out",
    prepare: addPasskey,
    act: async ({ ledger, alice }) => {
      const [passkey] = (await ledger.factorsOf(alice)).passkeys;
      const offered = { passwords: true, issuers: [] };
      const removed = { id: passkey?.id ?? assert.fail(), session: fresh(alice), offered };
      return ledger.removePasskey(removed, by);
    },
  },
  linkIdentity: { ends: "signed out", act: linkIdentity },
  unlinkIdentity: {
    ends: "signed out",
    prepare: linkIdentity,
    act: ({ ledger, alice }) => {
      const offered = { passwords: true, issuers: [] };
      const unlinked = { identity: identityOf(alice), session: fresh(alice), offered };
      return ledger.unlinkIdentity(unlinked, by);
    },
  },
  removeIdentity: {
    ends: "signed out",
    prepare: linkIdentity,
    act: ({ ledger, alice: userId }) =>
      ledger.removeIdentity({ userId, identity: identityOf(userId), because: "lost" }, by),
  },
  setPassword: {
    ends: "everything",
    act: ({ ledger, alice }) => ledger.setPassword(alice, "$new", by),
  },
  "resetPassword by a link that was mailed": {
    ends: "everything",
    act: (world) => resetBy(world, "password-reset"),
  },
  "resetPassword by a recovery link": {
    ends: "everything",
    act: (world) => resetBy(world, "account-recovery"),
  },
  suspendUser: {
    ends: "everything",
    act: async ({ ledger, alice }) => {
      assert.equal(await ledger.suspendUser(alice, "spam", by), "changed");
      return ledger.restoreUser(alice, by);
    },
  },
};

/** What alice, or an intruder in her account, began. */
interface Begun {
  readonly endsWith: Level;
  /** Begins it, for the user, and returns whether it still works, which may use it up. */
  readonly begin: (world: World) => Promise<() => Promise<boolean>>;
}

const beginnings: Readonly<Record<string, Begun>> = {
  "a session": {
    endsWith: "signed out",
    begin: async ({ ledger, alice }) => {
      const digest = await session(ledger, alice);
      return async () => (await ledger.session(digest)) !== undefined;
    },
  },
  "a sign-in that waits for its second step": {
    endsWith: "signed out",
    begin: async ({ ledger, alice }) => {
      const { digest, ...signIn } = fresh(alice);
      const began = { ...signIn, digest, passwordHash: "$old", expiresAt: now + 1000 } as const;
      assert.equal(await ledger.beginSignIn(began), true);
      return async () => (await ledger.waitingSignIn(digest, now)) !== undefined;
    },
  },
  "an approval": {
    endsWith: "signed out",
    begin: async (world) => {
      const { approving, works } = await approvalIn(
        world,
        await session(world.ledger, world.alice),
      );
      assert.equal(await approving, "approved");
      return works;
    },
  },
  ...Object.fromEntries(
    (["password-reset", "account-recovery", "email"] as const).map((purpose) => [
      `a link: ${purpose}`,
      {
        endsWith: "everything",
        begin: async (world: World) => {
          const digest = await link(world, purpose, now + linkLife[purpose], world.alice);
          return async () => (await world.ledger.linkFor({ digest, purpose }, now)) !== undefined;
        },
      } satisfies Begun,
    ]),
  ),
  "an invitation of an administrator to the service": {
    endsWith: "everything",
    begin: async ({ ledger, alice }) => {
      const isAdmin = (await ledger.userById(alice))?.isAdmin;
      if (!isAdmin) await ledger.grantAdmin(alice, by);
      const acting = { digest: await session(ledger, alice), ofAdmin: true };
      const digest = digestOf();
      const invitation = { digest, purpose: "invitation", userId: undefined, note: "" } as const;
      const life = { createdAt: now, expiresAt: now + linkLife.invitation };
      await ledger.createLink({ ...invitation, ...life }, {
        ...by,
        actor: `user:${alice}`,
        session: acting,
      } as const);
      return async () => (await ledger.linkFor(invitation, now)) !== undefined;
    },
  },
  "a bulk action of an administrator": {
    endsWith: "everything",
    begin: async ({ ledger, alice, bob: userId }) => {
      const id = mintBulkActionId(randomBytes);
      const which = { applicationId: undefined, userId, filters: {} };
      const work = { kind: "revoke-access-tokens", ...which } as const;
      const action = { id, work, announcedAt: now, items: 1, users: 1 };
      const acting = { ...by, actor: `user:${alice}` };
      assert.equal(await ledger.announceBulkAction(action, acting), "announced");
      assert.equal(await ledger.beginBulkAction(id, acting), "begun");
      return async () => (await ledger.bulkAction(id))?.state === "running";
    },
  },
  "an invitation to an application of the user": {
    endsWith: "everything",
    begin: async (world) => {
      const { id } = await createApplication(world.ledger, world.alice);
      return invitation({ ...world, application: id }, world.bob);
    },
  },
  "an invitation to another user's application": {
    endsWith: "everything",
    begin: async (world) => {
      const { id } = await createApplication(world.ledger, world.bob);
      return invitation({ ...world, application: id }, world.alice);
    },
  },
  "an offer of ownership": {
    endsWith: "everything",
    begin: async ({ ledger, alice, bob }) => {
      const { id: applicationId } = await createApplication(ledger, alice);
      const offer = { applicationId, userId: bob };
      assert.equal(await ledger.offerOwnership({ ...offer, now }, by), "offered");
      return async () => (await ledger.acceptOwnership({ ...offer, most: 99 }, by)) === "accepted";
    },
  },
};

export function defenseSuite(engine: string, open: OpenLedger): void {
  const check = checkOn(engine, open);

  for (const [name, { ends, andAlso = [], prepare, act }] of Object.entries(acts)) {
    check(`${name}: what was begun before ends, ${ends}`, async (world) => {
      const { ledger } = world;
      const [alice, other, keeper] = [somebody(), somebody(), somebody()];
      // An administrator stays, so that the user can be suspended.
      for (const one of [alice, other]) await ledger.createUser(one, by);
      await ledger.createUser({ ...keeper, isAdmin: true }, by);
      const users = { ...world, alice: alice.id };
      const others = { ...world, alice: other.id };
      await prepare?.(users);
      const held = (await grant(users, alice.id)) ?? assert.fail();
      const things = [];
      for (const [thing, { endsWith, begin }] of Object.entries(beginnings)) {
        const ending = endsWith === "signed out" || ends === "everything";
        const stays = !ending && !andAlso.includes(thing);
        things.push({ thing, works: await begin(users), expected: stays });
        things.push({
          thing: `${thing} of another user`,
          works: await begin(others),
          expected: true,
        });
      }
      const outcome = await act(users);
      assert.ok(outcome !== false && outcome !== undefined && outcome !== "gone", String(outcome));
      const found = [];
      for (const { thing, works } of things) found.push([thing, await works()]);
      assert.deepEqual(
        found,
        things.map(({ thing, expected }) => [thing, expected]),
      );
      const found1 = await ledger.accessTokenCredentials(world.consumerKey, held.token, now);
      assert.notEqual(
        found1,
        undefined,
        "an access token was given, and stays until it is revoked",
      );
    });

    check(`${name}: an approval at the same time does not outlive it`, async (world) => {
      for (let times = 0; times < 6; times += 1) {
        const { ledger } = world;
        const alice = somebody();
        await ledger.createUser(alice, by);
        const users = { ...world, alice: alice.id };
        await prepare?.(users);
        const digest = await session(ledger, alice.id);
        const answers = [];
        for (let at = 0; at < 6; at += 1) answers.push(await issue(users));
        const approvals = answers.map((token) => approvalOf(users, digest, token));
        // Some commit before the act begins, and some after.
        if (times % 2 === 1) await Promise.race(approvals.map(({ approving }) => approving));
        const [acted] = await Promise.allSettled([
          act(users),
          ...approvals.map(({ approving }) => approving),
        ]);
        assert.equal(acted.status, "fulfilled", String(acted));
        for (const { works } of approvals) assert.equal(await works(), false, "it gives access");
      }
    });
  }
}

async function approvalIn(world: World, digest: TokenDigest) {
  return approvalOf(world, digest, await issue(world));
}

/** Alice's approval, on its way, in that session. */
function approvalOf(
  { ledger, alice: userId }: World,
  digest: TokenDigest,
  token: Awaited<ReturnType<typeof issue>>,
) {
  const verifier = mintVerifier(randomBytes);
  const approving = ledger.approveRequestToken(
    { token, userId, verifier, kind: "verifier", now },
    { ...by, session: { digest } },
  );
  return {
    approving,
    works: async () => typeof (await exchange(ledger, token, verifier)) === "object",
  };
}

/** An invitation by that user. */
async function invitation(
  { ledger, application: applicationId }: World,
  inviting: World["alice"],
): Promise<() => Promise<boolean>> {
  const { id: userId } = somebody();
  await ledger.createUser({ ...somebody(), id: userId }, by);
  const one = { applicationId, userId, role: "viewer" } as const;
  assert.equal(
    await ledger.inviteCollaborator({ ...one, now }, { ...by, actor: `user:${inviting}` }),
    "invited",
  );
  return () => ledger.acceptInvitation(one, by);
}

async function resetBy(world: World, purpose: PasswordLink) {
  const digest = await link(world, purpose, now + linkLife[purpose], world.alice);
  const reset = { digest, purpose, passwordHash: "$new", now } as const;
  return world.ledger.resetPassword(reset, by);
}

function setTotp({ ledger, alice }: World) {
  const totp = { secret: new Secret("A".repeat(32)), step: 1, recoveryCodes: [] };
  return ledger.setTotp({ ...totp, session: fresh(alice) }, by);
}

function addPasskey({ ledger, alice }: World) {
  const id = randomBytes(16).toString("base64url") as PasskeyId;
  const passkey = { id, name: "Phone", publicKey: randomBytes(32), signCount: 0, transports: [] };
  return ledger.addPasskey({ passkey, recoveryCodes: [], session: fresh(alice) }, by);
}

function linkIdentity({ ledger, alice }: World) {
  return ledger.linkIdentity({ identity: identityOf(alice), session: fresh(alice) }, by);
}

function identityOf(userId: string) {
  return { issuer: "https://provider.example", subject: userId };
}

/** A session of the user that is not open yet. */
function fresh(userId: World["alice"]) {
  return newSession(userId, digestOf());
}

function digestOf(): TokenDigest {
  return tokenDigest(mintSessionId(randomBytes));
}
