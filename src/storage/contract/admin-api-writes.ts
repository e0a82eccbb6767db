/** Every write about the admin API, for `performEveryWrite`. */
import { randomBytes } from "node:crypto";
import { newApiKey } from "../../domain/api-key.ts";
import { tokenDigest } from "../../domain/credentials.ts";
import type { Ledger } from "../../domain/ports/ledger.ts";
import type { WriteName } from "../sql/write.ts";
import { by, now, type World } from "./seeded-ledger.ts";

export const adminApiWrites = {
  createApiKey: ({ ledger }) => keepApiKey(ledger),
  revokeApiKey: async ({ ledger }) => ledger.revokeApiKey((await keepApiKey(ledger)).id, by),
  touchApiKey: async ({ ledger }) =>
    ledger.touchApiKey({ id: (await keepApiKey(ledger)).id, now: now + 1 }),
  beginAdminRequest: ({ ledger }) => keepAdminRequest(ledger),
  endAdminRequest: async ({ ledger }) => {
    await ledger.endAdminRequest((await keepAdminRequest(ledger)).digest, '{"status":201}');
  },
  forgetAdminRequest: async ({ ledger }) => {
    await ledger.forgetAdminRequest((await keepAdminRequest(ledger)).digest);
  },
} as const satisfies Partial<Record<WriteName, (world: World) => unknown>>;

export async function keepApiKey(ledger: Ledger) {
  const name = `key-${randomBytes(7).toString("hex")}`;
  const { key } = newApiKey({ name, role: "viewer", expiresAt: now + 9 }, randomBytes, now);
  await ledger.createApiKey(key, by);
  return key;
}

export async function keepAdminRequest(ledger: Ledger) {
  const [digest, request] = [randomBytes(9), randomBytes(9)].map((one) =>
    tokenDigest(one.toString("hex")),
  ) as [ReturnType<typeof tokenDigest>, ReturnType<typeof tokenDigest>];
  const call = { digest, request, begunAt: now };
  await ledger.beginAdminRequest(call);
  return call;
}
