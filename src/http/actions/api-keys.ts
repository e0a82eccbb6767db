/** What administrators do with API keys. No key creates another one, so the admin API has only the second. */
import { newApiKey, type WantedApiKey } from "../../domain/api-key.ts";
import type { ApiKeyId } from "../../domain/credentials.ts";
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
