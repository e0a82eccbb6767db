/** A world whose people and applications have more of everything than a write names: what it must leave alone. */
import { randomBytes } from "node:crypto";
import {
  type ApplicationId,
  mintConsumerSecret,
  mintSessionId,
  Secret,
  tokenDigest,
  type UserId,
} from "../../domain/credentials.ts";
import { linkLife } from "../../domain/one-time-link.ts";
import type { PasskeyId } from "../../domain/passkey.ts";
import { freshWorld } from "./every-write.ts";
import {
  approve,
  bearerOf,
  createApplication,
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

export interface CrowdedWorld extends World {
  /** Owns nothing, and uses both applications. */
  readonly carol: UserId;
  /** Alice's other application. */
  readonly other: ApplicationId;
}

export async function crowdedWorld(ledger: World["ledger"]): Promise<CrowdedWorld> {
  const world = await freshWorld(ledger);
  const carol = { ...somebody(), email: "carol@people.example" };
  await ledger.createUser(carol, happened());
  const { id: other } = await createApplication(ledger, world.alice, { signIn: true });
  const crowded = { ...world, carol: carol.id, other };
  const people = [world.alice, world.bob, carol.id];
  await Promise.all([
    keepAccess(crowded),
    keepTeam(crowded),
    ...people.map((userId) => keepAccount(crowded, userId)),
  ]);
  return crowded;
}

/** Of each person to the application that the writes do not name, and of Carol to both. */
async function keepAccess(world: CrowdedWorld): Promise<void> {
  const { ledger, alice, bob, carol, other } = world;
  const there = { ...world, application: other };
  const held = [
    [there, alice],
    [there, bob],
    [there, carol],
    [world, carol],
  ] as const;
  const kept = held.flatMap(([at, userId]) =>
    (["read", "write"] as const).flatMap((access) => [
      grant(at, userId, access),
      issue(at, now + 1000, { access }).then((token) => approve(ledger, token, userId)),
    ]),
  );
  await Promise.all([...kept, issue(world), issue(there), bearerOf(ledger, other)]);
}

async function keepTeam({ ledger, bob, carol, application, other }: CrowdedWorld) {
  const roles = [
    [application, carol, "viewer"],
    [other, bob, "admin"],
  ] as const;
  for (const [applicationId, userId, role] of roles) {
    await ledger.inviteCollaborator({ applicationId, userId, role, now }, happened());
    await ledger.acceptInvitation({ applicationId, userId, role }, happened());
  }
  const invited = { applicationId: other, userId: carol, now };
  await ledger.inviteCollaborator({ ...invited, role: "viewer" }, happened());
  await ledger.offerOwnership(invited, happened());
  const secret = mintConsumerSecret(randomBytes);
  const change = { applicationId: other, secret, now, oldUntil: now + 1000 };
  await ledger.regenerateConsumerSecret(change, happened());
  const icon = { digest: "other", image: Buffer.from("other") };
  await ledger.setApplicationIcon({ applicationId: other, icon, now }, happened());
  const reached = { limit: "oauth/request_token", percent: 80, allowed: 60, now } as const;
  const request = { operation: "o", code: 32, network: "n", explanation: "{}", at: now };
  for (const applicationId of [application, other]) {
    await ledger.noteLimitReached({ ...reached, applicationId, per: "application" });
    const id = `before-${applicationId}`;
    await ledger.keepRefusedRequest({ ...request, applicationId, id });
  }
  await ledger.addUsage([{ of: other, resolution: 60, at: now, kind: "verified", count: 1 }]);
}

/** Sessions come last, because whoever changes their factors begins anew. */
async function keepAccount(world: CrowdedWorld, userId: UserId): Promise<void> {
  const { ledger } = world;
  await ledger.linkIdentity(
    { identity: { issuer: "https://id.example", subject: userId }, session: anew(userId) },
    happened(),
  );
  await ledger.addPasskey(
    {
      passkey: {
        id: randomBytes(16).toString("base64url") as PasskeyId,
        ...{ name: "Before", publicKey: randomBytes(77), signCount: 0, transports: [] },
      },
      recoveryCodes: [digest(), digest()],
      session: anew(userId),
    },
    happened(),
  );
  if (userId === world.carol) {
    const added = { secret: new Secret("JBSWY3DP"), step: 100, recoveryCodes: [digest()] };
    await ledger.setTotp({ ...added, session: anew(userId) }, happened());
  }
  const { screenName = "" } = (await ledger.userById(userId)) ?? {};
  const { passwordHash = "$" as const } = (await ledger.passwordOf(screenName)) ?? {};
  const proofs = [{ kind: "password", at: now }] as const;
  await ledger.beginSignIn({
    ...{ digest: digest(), userId, proofs, signedInFor: undefined, passwordHash },
    expiresAt: now + 1000,
  });
  await session(ledger, userId);
  for (const purpose of ["password-reset", "account-recovery", "email"] as const) {
    await link(world, purpose, now + linkLife[purpose], userId);
  }
}

function anew(userId: UserId) {
  return newSession(userId, digest());
}

function digest() {
  return tokenDigest(mintSessionId(randomBytes));
}
