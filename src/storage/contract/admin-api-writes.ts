/** Every write about the admin API, for `performEveryWrite`. */
import { randomBytes } from "node:crypto";
import { type AdminRequestClaim, adminRequestDigests } from "../../domain/admin-request.ts";
import {
  type NewApiKey,
  neverRotated,
  neverUsed,
  newApiKey,
  rotatedApiKey,
} from "../../domain/api-key.ts";
import type { Overlap } from "../../domain/application.ts";
import { type ApiKeyId, mintBulkActionId, mintUserId, Secret } from "../../domain/credentials.ts";
import { dayMs } from "../../domain/day.ts";
import type { Ledger } from "../../domain/ports/ledger.ts";
import { readSunsets, type Sunset, writtenSunsets } from "../../domain/sunset.ts";
import type { WriteName } from "../sql/write.ts";
import { by, type Example, grant, now, touching, type World } from "./seeded-ledger.ts";

export const adminApiWrites = {
  createApiKey: touching(["+1 audit_event, +1 api_key"], ({ ledger }) => keepApiKey(ledger)),
  rotateApiKey: touching(["+1 audit_event, +1 revocation, ~1 api_key"], async ({ ledger }) => {
    const key = await keepApiKey(ledger);
    await ledger.rotateApiKey(rotationOf(key).rotation, by);
  }),
  revokeApiKey: touching(["+1 audit_event, +1 revocation, -1 api_key"], async ({ ledger }) =>
    ledger.revokeApiKey((await keepApiKey(ledger)).id, by),
  ),
  touchApiKey: touching(["~1 api_key"], async ({ ledger }) =>
    ledger.touchApiKey({ id: (await keepApiKey(ledger)).id, now: now + 1, network: "192.0.2.1" }),
  ),
  takeKeyNotice: async ({ ledger }) => {
    await keepApiKey(ledger);
    await ledger.sweep({ now: now + 1, most: 9 });
    await ledger.takeKeyNotice(now + 1);
  },
  noteSunsets: async (world) => {
    await planFor(world);
    await world.ledger.noteSunsets({ now, most: 9 });
  },
  takeSunsetNotice: async (world) => {
    await planFor(world);
    await world.ledger.noteSunsets({ now, most: 9 });
    await world.ledger.takeSunsetNotice(now);
  },
  announceBulkAction: touching(["+1 audit_event, +1 bulk_action"], (world) => announced(world)),
  beginBulkAction: touching(["+1 audit_event, ~1 bulk_action"], async (world) =>
    world.ledger.beginBulkAction(await announced(world), by),
  ),
  stopBulkAction: touching(["+1 audit_event, ~1 bulk_action"], async (world) =>
    world.ledger.stopBulkAction(await begun(world), by),
  ),
  stepBulkAction: touching(
    [
      "-2 request_token, -1 access_token, +2 audit_event, ~1 grant_count, +1 revocation, ~1 bulk_action",
    ],
    async (world) => {
      await grant(world, world.bob);
      const id = await begun(world);
      await world.ledger.stepBulkAction({ id, lease: "a", now, most: 9 });
    },
  ),
  settleUnusedAccess: touching(
    [
      "~1 access_token, +1 audit_event",
      "-2 request_token, -1 access_token, +1 audit_event, +1 grant_count, +1 revocation",
    ],
    async (world) => {
      await grant(world, world.bob);
      const grants = [{ applicationId: world.application, userId: world.bob }];
      for (const day of [90, 104]) {
        const rule = { configured: 90, now: now + day * dayMs, emails: true };
        await world.ledger.settleUnusedAccess(rule, grants);
      }
    },
  ),
  endAdminRequest: touching(["~1 admin_request"], async ({ ledger }) => {
    const { digest, attempt } = await keepAdminRequest(ledger);
    await ledger.endAdminRequest({ digest, attempt, reply: '{"status":201}', about: {} });
  }),
} as const satisfies Partial<Record<WriteName, Example>>;

/** Of all tokens that bob gave to the application. */
async function announced({ ledger, application: applicationId, bob: userId }: World) {
  const id = mintBulkActionId(randomBytes);
  const work = { kind: "revoke-access-tokens", applicationId, userId, filters: {} } as const;
  const action = { id, work, announcedAt: now + 1, items: 1, users: 1 };
  await ledger.announceBulkAction(action, by);
  return id;
}

async function begun(world: World) {
  const id = await announced(world);
  await world.ledger.beginBulkAction(id, by);
  return id;
}

async function planFor({ ledger, application: applicationId }: World) {
  await planSunset(ledger, { trait: undefined, applicationId });
}

/** It ends in 30 days, unless `more` says otherwise. */
export async function planSunset(ledger: Ledger, more: Partial<Sunset> = {}): Promise<void> {
  const sunset: Sunset = {
    ...{ name: "sha1", trait: "hmac-sha1", applicationId: undefined, exempt: [], rejects: true },
    ...{ deprecatedAt: now, endsAt: now + 30 * dayMs, brownout: undefined },
    link: "https://example.com/sha1",
    ...more,
  };
  const before = readSunsets(await ledger.setting("sunsets"));
  const others = before.filter(({ name }) => name !== sunset.name);
  await ledger.changeSetting("sunsets", writtenSunsets([...others, sunset]), by);
}

export async function keepApiKey(ledger: Ledger) {
  const name = `key-${randomBytes(7).toString("hex")}`;
  const { key } = newApiKey({ name, role: "viewer", expiresAt: now + 9 }, randomBytes, now);
  await ledger.createApiKey(key, by);
  return key;
}

export function rotationOf(key: NewApiKey, overlap: Overlap = "1h") {
  const more = { ...neverRotated, ...neverUsed };
  const present = { ...key, ...more, createdBy: by.actor };
  return rotatedApiKey(present, { overlap, expiresAt: key.expiresAt }, randomBytes, now);
}

/** A call that has recorded an event, and so has its claim. */
export async function keepAdminRequest(ledger: Ledger) {
  const claim = newClaim();
  await ledger.record({ ...by, at: now, claim, name: "database.exported" });
  return claim;
}

export function newClaim(): AdminRequestClaim {
  const apiKey = new Secret(randomBytes(9).toString("hex"));
  const sent = { target: ["POST", "/admin/v1/users"], bytes: randomBytes(9) };
  const apiKeyId = mintUserId(randomBytes) as string as ApiKeyId;
  return { ...adminRequestDigests(apiKey, "key", sent), apiKeyId, attempt: "first" };
}
