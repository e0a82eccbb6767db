/** API keys. None creates another one: otherwise a stolen manager's key could outlive its own revocation. */
import { z } from "zod";
import { type ApiKey, apiKeyNameForm, apiKeyRoles, isApiKeyName } from "../../domain/api-key.ts";
import { type ApiKeyId, idFrom } from "../../domain/credentials.ts";
import * as actions from "../actions/api-keys.ts";
import { perform } from "../operation/action.ts";
import { operation } from "../operation/admin-operation.ts";
import { apiKeyId, listed, listOf, page, pageOf, time, timeOf, timeOrNull } from "./shapes.ts";

/** It does not have the key itself. */
export const apiKey = z
  .strictObject({
    id: z.string(),
    name: z.string(),
    prefix: z.string().describe("The beginning of the key."),
    role: z.enum(apiKeyRoles),
    created_by: z.string().describe("`user:<id>` or `command-line`."),
    created_at: time,
    expires_at: time.nullable(),
    last_used_at: time.nullable(),
  })
  .meta({ id: "ApiKey" });

export function apiKeyJson(one: ApiKey): z.input<typeof apiKey> {
  const { id, name, prefix, role, createdBy, createdAt, expiresAt, lastUsedAt } = one;
  return {
    ...{ id, name, prefix, role, created_by: createdBy },
    created_at: timeOf(createdAt),
    expires_at: timeOrNull(expiresAt),
    last_used_at: timeOrNull(lastUsedAt),
  };
}

export const listApiKeys = operation({
  at: "GET /admin/v1/api_keys",
  name: "listApiKeys",
  summary: "List API keys, without the keys themselves",
  query: z.strictObject(page),
  response: listOf("ApiKeyList", apiKey),
  async run({ query, dependencies: { ledger } }) {
    const { after, size } = pageOf("api_keys", query, idFrom<ApiKeyId>);
    const found = await ledger.apiKeys({ after, size: size + 1 });
    return listed("api_keys", found, size, ({ id }) => id, apiKeyJson);
  },
});

/** No URL leads to it. */
export const createApiKey = operation({
  of: actions.createApiKey,
  summary: "Create a key; it is printed only once",
  body: z.strictObject({
    name: z
      .string()
      .refine(isApiKeyName, { error: `must be ${apiKeyNameForm}` })
      .describe(`A name for the program that uses it, shown in the audit log: ${apiKeyNameForm}.`),
    role: z.enum(apiKeyRoles).describe("A viewer reads; a manager also changes."),
    expires_at: time.optional(),
  }),
  response: apiKey.extend({ key: z.string() }),
  async run({ body: { name, role, expires_at: until }, ...call }) {
    const expiresAt = until === undefined ? undefined : Date.parse(until);
    const created = await perform(actions.createApiKey, call, { name, role, expiresAt });
    const stored = { ...created.key, createdBy: call.by.actor, lastUsedAt: undefined };
    return { ...apiKeyJson(stored), key: created.secret.reveal() };
  },
});

export const revokeApiKey = operation({
  at: "DELETE /admin/v1/api_keys/:id",
  of: actions.revokeApiKey,
  summary: "Revoke an API key, from the next call on",
  params: z.strictObject({ id: apiKeyId }),
  async run({ params, ...call }) {
    await perform(actions.revokeApiKey, call, { id: params.id });
  },
});
