import { randomBytes } from "node:crypto";
import {
  type AccessToken,
  type ApplicationId,
  type BearerToken,
  type ConsumerKey,
  mintApplicationId,
  mintUserId,
  Secret,
} from "../../domain/credentials.ts";
import type {
  ImportedAccessToken,
  ImportedApplication,
  ImportedBearerToken,
  ImportedUser,
} from "../../domain/imported.ts";
import { happened, now, type World } from "./seeded-ledger.ts";

/** One record of each kind, of a person and an application that no ledger has. */
export interface ImportedWorld {
  readonly user: ImportedUser;
  readonly application: ImportedApplication;
  readonly access: ImportedAccessToken;
  readonly bearer: ImportedBearerToken;
}

export function importedWorld(): ImportedWorld {
  const drawn = () => randomBytes(6).toString("hex");
  const id = mintUserId(randomBytes);
  const screenName = `u_${drawn()}`;
  const consumerKey = `key-${drawn()}` as ConsumerKey;
  const person = { id, screenName };
  return {
    user: {
      kind: "user",
      ...person,
      ...{ name: "Carol", email: "carol@people.example", emailConfirmed: true },
      ...{ passwordHash: "imported:$old", isOperator: undefined },
      ...{ createdAt: now - 1000, suspendedBecause: undefined },
    },
    application: {
      kind: "application",
      id: mintApplicationId(randomBytes) as ApplicationId,
      owner: person,
      ...{ name: "Weather Bot", description: "", website: "" },
      links: { terms: "", privacy: "", support: "" },
      ...{ access: "write", signIn: true, requestEmail: false },
      callbacks: ["https://bot.example/a", "bot://"],
      confirmedSchemes: ["bot"],
      consumerKey,
      consumerSecret: new Secret(`consumer-secret-${drawn()}`),
      oldSecret: { secret: new Secret(`older-secret-${drawn()}`), until: now + 1000 },
      ...{ createdAt: now - 1000, suspendedBecause: undefined },
    },
    access: {
      kind: "access_token",
      consumerKey,
      user: person,
      ...{ access: "write", emailGranted: true },
      token: `token-${drawn()}` as AccessToken,
      secret: new Secret(`token-secret-${drawn()}`),
      createdAt: now - 1000,
    },
    bearer: {
      kind: "bearer_token",
      consumerKey,
      token: `bearer-${drawn()}-${drawn()}` as BearerToken,
      createdAt: now - 1000,
    },
  };
}

export const movingWrites = {
  importRecords: async ({ ledger }: World) => {
    const { user, application, access, bearer } = importedWorld();
    const records = [{ ...user, isOperator: true }, application, access, bearer];
    for (const dryRun of [true, false, false]) {
      await ledger.importRecords({ records, now, dryRun }, happened());
    }
  },
  renewPasswordHash: ({ ledger, alice }: World) =>
    ledger.renewPasswordHash({ userId: alice, from: "$old", to: "$new" }),
} as const;
