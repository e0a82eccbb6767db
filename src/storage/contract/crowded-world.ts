/** A world whose users and applications have more of everything than a write names: what it must leave alone. */
import { randomBytes } from "node:crypto";
import type { AccessLevel } from "../../domain/access.ts";
import { applicationInvitationMs } from "../../domain/collaborator.ts";
import {
  type AccessToken,
  type ApplicationId,
  type ConsumerKey,
  mintAccessTokenCandidate,
  mintBearerToken,
  mintConsumerSecret,
  mintSessionId,
  Secret,
  type TokenDigest,
  tokenDigest,
  type UserId,
} from "../../domain/credentials.ts";
import { dayMs } from "../../domain/day.ts";
import { linkLife } from "../../domain/one-time-link.ts";
import type { PasskeyId } from "../../domain/passkey.ts";
import { keepAdminRequest, keepApiKey, rotationOf } from "./admin-api-writes.ts";
import { freshWorld } from "./every-write.ts";
import {
  approve,
  by,
  createApplication,
  issue,
  link,
  newSession,
  now,
  session,
  somebody,
  type World,
} from "./seeded-ledger.ts";

export interface CrowdedWorld extends World {
  /** Uses both applications, and has worked on Alice's first one for long. */
  readonly carol: UserId;
  /** Reads with the other application, and writes with the first one. */
  readonly dave: UserId;
  /** Alice's other application. */
  readonly other: ApplicationId;
  readonly otherKey: ConsumerKey;
  /** Carol's for the first application, and Dave's. */
  readonly tokens: Readonly<Record<"reading" | "writing" | "daves", AccessToken>>;
  /** The other application's bearer tokens: that of its current consumer secret first. */
  readonly bearers: readonly TokenDigest[];
  /** What each user has: Alice, Bob and Carol. */
  readonly accounts: Readonly<Record<"alice" | "bob" | "carol", Account>>;
  /** The digest of a key of the admin API. */
  /** Of two keys. */
  readonly apiKeys: { readonly present: TokenDigest; readonly previous: TokenDigest };
}

interface Account {
  readonly passkey: PasskeyId;
  readonly code: TokenDigest;
  readonly session: TokenDigest;
  readonly waiting: TokenDigest;
}

/** A provider at which everyone has an identity, whose subject is their id. Carol has one at another, too. */
export const provider = "https://id.example";
export const otherProvider = "https://other.example";

export async function crowdedWorld(ledger: World["ledger"]): Promise<CrowdedWorld> {
  const world = await freshWorld(ledger);
  const [carol, dave] = [{ ...somebody(), email: "carol@users.example" }, somebody()];
  for (const one of [carol, dave]) await ledger.createUser(one, by);
  const made = await createApplication(ledger, world.alice, { signIn: true });
  const own = { carol: carol.id, dave: dave.id, other: made.id, otherKey: made.consumerKey };
  const crowded = { ...world, ...own };
  const [alice, bob, carols] = await Promise.all([
    keepAccount(crowded, world.alice),
    keepAccount(crowded, world.bob),
    keepAccount(crowded, carol.id),
  ]);
  // Approvals come after the accounts, because a change of factors ends them.
  const [tokens, bearers] = await Promise.all([
    keepAccess(crowded),
    keepSecrets(crowded),
    keepTeam(crowded),
  ]);
  const { digest: present } = await keepApiKey(ledger);
  const rotated = await keepApiKey(ledger);
  await ledger.rotateApiKey(rotationOf(rotated).rotation, by);
  const apiKeys = { present, previous: rotated.digest };
  await keepAdminRequest(ledger);
  return { ...crowded, tokens, bearers, accounts: { alice, bob, carol: carols }, apiKeys };
}

type PartialWorld = Omit<CrowdedWorld, "tokens" | "bearers" | "accounts" | "apiKeys">;

/** Of each user to the application that the writes do not name, and of Carol and Dave to both. */
async function keepAccess(world: PartialWorld): Promise<CrowdedWorld["tokens"]> {
  const { ledger, alice, bob, carol, dave, other } = world;
  const there = { ...world, application: other };
  const levels = ["read", "write"] as const;
  const approved = [there, world].flatMap((at) =>
    [bob, carol].flatMap((userId) =>
      levels.map(async (access) =>
        approve(ledger, await issue(at, now + 1000, { access }), userId),
      ),
    ),
  );
  const held = [alice, bob, carol].flatMap((userId) =>
    levels.map((access) => keepGrant(there, userId, access)),
  );
  const unasked = [issue(world), issue(there)];
  await Promise.all([...approved, ...held, ...unasked, keepGrant(there, dave, "read")]);
  const [reading, writing, daves] = await Promise.all([
    keepGrant(world, carol, "read"),
    keepGrant(world, carol, "write"),
    keepGrant(world, dave, "write"),
  ]);
  return { reading, writing, daves };
}

/** Each level has a time of its own, before anything that a write makes. */
async function keepGrant(
  { ledger, application }: Pick<World, "ledger" | "application">,
  userId: UserId,
  access: AccessLevel,
): Promise<AccessToken> {
  const candidate = mintAccessTokenCandidate(randomBytes);
  const grant = { applicationId: application, userId, access, emailGranted: false, candidate };
  const at = now - (access === "read" ? 5 : 6);
  const granted = await ledger.grantAccess({ ...grant, now: at }, by);
  if (granted === undefined) throw new Error("the application and the user are there");
  return granted.token;
}

/** Two consumer secrets, each with its bearer token. */
async function keepSecrets({
  ledger,
  other: applicationId,
}: PartialWorld): Promise<readonly TokenDigest[]> {
  const issued = async (at: number) => {
    const candidate = mintBearerToken(randomBytes);
    await ledger.issueBearerToken({ applicationId, candidate, now: at }, by);
    return tokenDigest(candidate);
  };
  const previous = await issued(now - 6);
  const secret = mintConsumerSecret(randomBytes);
  const change = { applicationId, secret, now, previousUntil: now + 1000, overlap: "1h" };
  await ledger.regenerateConsumerSecret(change, by);
  return [await issued(now - 5), previous];
}

async function keepTeam({
  ledger,
  bob,
  carol,
  dave,
  application,
  other,
}: PartialWorld): Promise<void> {
  const long = now - 2 * applicationInvitationMs;
  for (const applicationId of [application, other]) {
    const old = { applicationId, userId: carol, role: "editor" } as const;
    await ledger.inviteCollaborator({ ...old, now: long }, by);
    await ledger.acceptInvitation(old, { ...by, at: long });
    const userId = applicationId === application ? dave : bob;
    await ledger.inviteCollaborator({ applicationId, userId, role: "editor", now }, by);
  }
  await ledger.offerOwnership({ applicationId: other, userId: bob, now }, by);
  const icon = { digest: other, image: Buffer.from(other) };
  await ledger.setApplicationIcon({ applicationId: other, icon, now }, by);
  const reached = { limit: "oauth/request_token", percent: 80, allowed: 60, now } as const;
  const request = {
    ...{ userId: undefined, operation: "o", code: 32, authenticated: true, network: "n" },
    ...{ details: "{}", at: now, expiresAt: now + dayMs },
  };
  for (const applicationId of [application, other]) {
    await ledger.noteLimitReached({ ...reached, applicationId, per: "application" });
    const id = `before-${applicationId}`;
    await ledger.logRejectedRequest({ ...request, applicationId, id });
  }
  await ledger.addUsage([
    { of: other, resolution: 60, at: now, operation: "", kind: "verified", count: 1 },
  ]);
}

/** Sessions come last: a change of factors ends those before. */
async function keepAccount(world: PartialWorld, userId: UserId): Promise<Account> {
  const { ledger, carol } = world;
  const issuers = userId === carol ? [provider, otherProvider] : [provider];
  for (const issuer of issuers) {
    const identity = { issuer, subject: userId };
    await ledger.linkIdentity({ identity, session: anew(userId) }, by);
  }
  const [id, code] = [randomBytes(16).toString("base64url") as PasskeyId, digest()];
  const key = { name: "Before", publicKey: randomBytes(77), signCount: 5, transports: [] };
  await ledger.addPasskey(
    { passkey: { ...key, id }, recoveryCodes: [code, digest()], session: anew(userId) },
    by,
  );
  if (userId === carol) {
    const app = { secret: new Secret("JBSWY3DP"), step: 100, recoveryCodes: [code, digest()] };
    await ledger.setTotp({ ...app, session: anew(userId) }, by);
  }
  const waiting = digest();
  const authEvents = [{ operation: "", kind: "password", at: now }] as const;
  await ledger.beginSignIn({
    ...{ digest: waiting, userId, authEvents, signedInFor: undefined },
    ...{ passwordHash: "$old" as const, expiresAt: now + 1000 },
  });
  for (const purpose of ["password-reset", "account-recovery", "email"] as const) {
    await link(world, purpose, now + linkLife[purpose], userId);
  }
  return { passkey: id, code, waiting, session: await session(ledger, userId) };
}

export function anew(userId: UserId) {
  return newSession(userId, digest());
}

function digest() {
  return tokenDigest(mintSessionId(randomBytes));
}
