import { randomBytes } from "node:crypto";
import {
  type AccessToken,
  type ApplicationId,
  type BearerToken,
  type ConsumerKey,
  mintApplicationId,
  mintUserId,
  Secret,
  tokenDigest,
} from "../../domain/credentials.ts";
import { emptyDraft } from "../../domain/fields/application.ts";
import { approvedStatus } from "../../domain/fields/approval.ts";
import type {
  ImportedAccessToken,
  ImportedApplication,
  ImportedBearerToken,
  ImportedCollaborator,
  ImportedIcon,
  ImportedIdentity,
  ImportedPasskey,
  ImportedRecord,
  ImportedRecoveryCode,
  ImportedTotp,
  ImportedUser,
} from "../../domain/imported.ts";
import type { PasskeyId } from "../../domain/passkey.ts";
import { type Revocation, revocationKinds } from "../../domain/revocations.ts";
import { by, grant, now, touching, type World } from "./seeded-ledger.ts";

/** One record of each kind, for a user and an application that no database has yet. */
export interface ImportedWorld {
  readonly user: ImportedUser;
  readonly application: ImportedApplication;
  readonly identity: ImportedIdentity;
  readonly passkey: ImportedPasskey;
  readonly totp: ImportedTotp;
  readonly recoveryCode: ImportedRecoveryCode;
  readonly icon: ImportedIcon;
  /** A user with another account than the owner's. */
  readonly colleague: ImportedUser;
  readonly collaborator: ImportedCollaborator;
  readonly access: ImportedAccessToken;
  readonly bearer: ImportedBearerToken;
}

export function importedWorld(): ImportedWorld {
  const drawn = () => randomBytes(6).toString("hex");
  const id = mintUserId(randomBytes);
  const screenName = `u_${drawn()}`;
  const consumerKey = `key-${drawn()}` as ConsumerKey;
  const account = { id, screenName };
  const user = {
    kind: "user",
    ...account,
    ...{ name: "Carol", email: "carol@users.example", emailVerified: true },
    ...{ passwordHash: "imported:$old" as const, isAdmin: undefined },
    notificationsOff: ["limits", "old-secrets"],
    language: "es",
    ...{ createdAt: now - 1000, suspendedBecause: undefined },
  } as const;
  const other = { id: mintUserId(randomBytes), screenName: `u_${drawn()}` };
  const digest = () => tokenDigest(drawn());
  return {
    user,
    colleague: { ...user, ...other },
    identity: {
      ...{ kind: "identity", user: account, createdAt: now - 900 },
      ...{ issuer: "https://id.example", subject: drawn() },
    },
    passkey: {
      ...{ kind: "passkey", user: account, id: drawn() as PasskeyId, name: "A key" },
      ...{ publicKey: new Uint8Array(randomBytes(77)), signCount: 7, transports: ["usb"] },
      ...{ createdAt: now - 900, lastUsedAt: now - 800 },
    },
    totp: {
      ...{ kind: "totp", user: account, secret: new Secret("JBSWY3DPEHPK3PXPJBSWY3DPEHPK3PXP") },
      ...{ lastStep: 4711, createdAt: now - 900 },
    },
    recoveryCode: { kind: "recovery_code", user: account, digest: digest() },
    icon: {
      ...{ kind: "icon", consumerKey },
      icon: { digest: drawn(), image: new Uint8Array(randomBytes(99)) },
    },
    collaborator: {
      ...{ kind: "collaborator", consumerKey, user: other, role: "viewer", accepted: true },
      createdAt: now - 900,
    },
    application: {
      kind: "application",
      id: mintApplicationId(randomBytes) as ApplicationId,
      owner: account,
      ...emptyDraft,
      ...{ name: "Weather Bot", access: "write", signIn: true },
      callbacks: ["https://bot.example/a", "bot://"],
      confirmedSchemes: ["bot"],
      consumerKey,
      consumerSecret: new Secret(`consumer-secret-${drawn()}`),
      limits: { "oauth/request_token": 7 },
      plan: undefined,
      previousSecret: { secret: new Secret(`older-secret-${drawn()}`), until: now + 1000 },
      ...{ createdAt: now - 1000, suspendedBecause: undefined },
      ...{ purpose: "", expectedUsers: "", answers: [], ...approvedStatus },
    },
    access: {
      kind: "access_token",
      consumerKey,
      user: account,
      ...{ access: "write", emailGranted: true },
      token: `${id}-${drawn()}` as AccessToken,
      secret: new Secret(`token-secret-${drawn()}`),
      createdAt: now - 1000,
    },
    bearer: {
      kind: "bearer_token",
      consumerKey,
      ofPreviousSecret: false,
      token: `bearer-${drawn()}-${drawn()}` as BearerToken,
      createdAt: now - 1000,
    },
  };
}

/** The records that belong to the user and the application, which have to follow them. */
export function partsOf(world: ImportedWorld): readonly ImportedRecord[] {
  const { identity, passkey, totp, recoveryCode, icon, colleague, collaborator } = world;
  return [identity, passkey, totp, recoveryCode, icon, colleague, collaborator];
}

export const movingWrites = {
  importRecords: touching(
    [
      "nothing",
      "+2 user, +1 application, +1 application_icon, +1 collaborator, +1 access_token, +1 bearer_token, +2 audit_event, +1 grant_count",
    ],
    async ({ ledger }) => {
      const world = importedWorld();
      const { user, application, access, bearer } = world;
      const own = [application, ...partsOf(world), access, bearer];
      const records = [{ ...user, isAdmin: true }, ...own];
      for (const dryRun of [true, false, false]) {
        await ledger.importRecords({ records, now, dryRun }, by);
      }
    },
  ),
  renewPasswordHash: touching(["~1 user"], ({ ledger, alice }) =>
    ledger.renewPasswordHash({ userId: alice, from: "$old", to: "$new" }),
  ),
  /** Revocations are applied again, one of each kind. */
  revokeAgain: async (world: World) => {
    const { ledger, alice, bob, application } = world;
    const { token } = await grant(world, bob, "write");
    const rows: readonly Revocation[] = revocationKinds.map((kind) => {
      const isToken = kind === "access-token" || kind === "write-access";
      const isOfUser = /^(user|administrator|password|email|recovery|identity|passkey)/.test(kind);
      const subject = isToken ? token : isOfUser ? alice : application;
      return { mark: randomBytes(16).toString("hex"), at: now, kind, subject, detail: bob };
    });
    await ledger.revokeAgain({ rows, now, seed: "00".repeat(32), passwordHash: "$nobody" });
  },
} as const;
