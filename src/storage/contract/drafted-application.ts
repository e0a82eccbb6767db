/** Applications for the suites: a draft for registration, and changes that tests make to it. */
import assert from "node:assert/strict";
import { randomBytes } from "node:crypto";
import {
  mintApplicationId,
  mintConsumerKey,
  mintConsumerSecret,
} from "../../domain/credentials.ts";
import { type ApplicationDraft, emptyDraft } from "../../domain/fields/application.ts";
import { by, now, type World } from "./seeded-ledger.ts";

export const firstPage = { after: undefined, size: 50 };

export const drafted = {
  ...emptyDraft,
  name: "An application",
  description: "It does.",
  website: "https://a.example",
  access: "read",
  signIn: true,
  requestEmail: true,
  callbacks: ["https://b.example/cb"],
} as const;

export function newApplication(ownerId: World["bob"], most?: number) {
  const id = mintApplicationId(randomBytes);
  const keys = {
    consumerKey: mintConsumerKey(randomBytes),
    consumerSecret: mintConsumerSecret(randomBytes),
  };
  return { ...drafted, ...keys, id, ownerId, now, ...(most !== undefined && { most }) };
}

export function rename(world: World, applicationId: World["application"], name: string) {
  return change(world, applicationId, { ...drafted, name });
}

export async function change(
  { ledger }: World,
  applicationId: World["application"],
  draft: ApplicationDraft,
): Promise<void> {
  const from = await ledger.applicationById(applicationId);
  assert.ok(from);
  assert.ok(await ledger.changeApplication({ applicationId, from, draft, now }, by));
}
