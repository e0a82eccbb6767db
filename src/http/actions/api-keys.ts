/** What administrators do with API keys. No key creates another one; a program rotates its own, and revokes any. */
import {
  type ApiKey,
  isExpired,
  type ListedApiKey,
  newApiKey,
  rotatedApiKey,
  type WantedApiKey,
} from "../../domain/api-key.ts";
import type { Overlap } from "../../domain/application.ts";
import type { ApiKeyId } from "../../domain/credentials.ts";
import type { Ledger } from "../../domain/ports/ledger.ts";
import { everyItem } from "../../domain/slice.ts";
import { action } from "../operation/action.ts";

/** The secret is shown once. */
export const createApiKey = action({
  name: "createApiKey",
  event: "api-key.created",
  sensitive: true,
  async run({ ledger, random }, wanted: WantedApiKey, by) {
    const { key, secret } = newApiKey(wanted, random, by.at);
    return (await ledger.createApiKey(key, by)) === "created" ? { key, secret } : "name-taken";
  },
  rejections: {
    "name-taken": ["conflict", "There is a key with this name. Revoke it, or choose another name."],
  },
});

/** Replaces the key that there was when it was read; that one keeps working for `overlap`. The secret is shown once. */
export const rotateApiKey = action({
  name: "rotateApiKey",
  event: "api-key.rotated",
  sensitive: true,
  async run(
    { ledger, random },
    { key, ...wanted }: { key: ApiKey; overlap: Overlap; expiresAt: number | undefined },
    by,
  ) {
    if (isExpired(wanted, by.at)) return "expired";
    const { secret, rotation } = rotatedApiKey(key, wanted, random, by.at);
    const outcome = await ledger.rotateApiKey(rotation, by);
    if (outcome !== "rotated") return outcome;
    const { prefix, expiresAt } = rotation;
    const previousUntil = rotation.previousUntil > by.at ? rotation.previousUntil : undefined;
    return { key: { ...key, prefix, expiresAt, rotatedAt: by.at, previousUntil }, secret };
  },
  rejections: {
    expired: ["rejected", "The key has expired. Say when the new one expires."],
    overlapping: [
      "conflict",
      "The previous key still works. Rotate the key once the overlap has ended, or revoke it, which ends both.",
    ],
    changed: ["conflict", "The key was rotated in the meantime."],
    gone: ["not-found", "No such API key."],
  },
});

export const revokeApiKey = action({
  name: "revokeApiKey",
  event: "api-key.revoked",
  sensitive: false,
  async run({ ledger }, { id }: { id: ApiKeyId }, by) {
    const name = await ledger.revokeApiKey(id, by);
    return name === undefined ? "none" : { name };
  },
  rejections: { none: ["not-found", "No such API key."] },
});

export async function apiKeyWithId(
  ledger: Pick<Ledger, "apiKeys">,
  id: ApiKeyId | undefined,
): Promise<ListedApiKey | undefined> {
  const keys = everyItem(
    (after) => ledger.apiKeys({ after, size: 500 }),
    (one) => one.id,
  );
  for await (const key of keys) if (key.id === id) return key;
  return undefined;
}
