/**
 * API keys. None creates another one, or rotates any but itself: otherwise a stolen manager's key could outlive its own
 * revocation.
 */
import { z } from "zod";
import {
  type ApiKey,
  apiKeyNameForm,
  apiKeyRoles,
  type FoundApiKey,
  isApiKeyName,
  neverRotated,
  neverUsed,
  previousWorks,
} from "../../domain/api-key.ts";
import { type Overlap, overlaps } from "../../domain/application.ts";
import { type ApiKeyId, idFrom } from "../../domain/credentials.ts";
import * as actions from "../actions/api-keys.ts";
import { perform } from "../operation/action.ts";
import { operation } from "../operation/admin-operation.ts";
import { AdminProblem } from "../operation/admin-problem.ts";
import {
  apiKeyId,
  itsId,
  listed,
  listOf,
  page,
  pageOf,
  time,
  timeOf,
  timeOrNull,
} from "./shapes.ts";

export const apiKeyRole = z
  .enum(apiKeyRoles)
  .describe("A viewer reads; a manager also makes changes.");

/** It does not have the key itself. */
export const apiKey = z
  .strictObject({
    id: itsId,
    name: z.string().describe("Its name. The audit log has it as `api-key:NAME`."),
    prefix: z.string().describe("The beginning of the key."),
    role: apiKeyRole,
    created_by: z.string().describe("`user:<id>` or `command-line`."),
    created_at: time.describe("When it was created."),
    expires_at: time.nullable().describe("When it expires; null if it doesn't."),
    rotated_at: time.nullable().describe("When it was rotated last; null if it never was."),
    previous_until: time
      .nullable()
      .describe("When the key that was replaced last stops working, or did, unless at once."),
    last_used_at: time.nullable().describe("The last call, to the minute; null if there was none."),
    last_used_from: z
      .string()
      .nullable()
      .describe("The IP address of the last call; of IPv6, the network of 64 bits."),
  })
  .meta({ id: "ApiKey" });

export function apiKeyJson(one: ApiKey): z.input<typeof apiKey> {
  const { id, name, prefix, role, createdBy, createdAt, expiresAt, lastUsedAt } = one;
  const { rotatedAt, previousUntil, lastUsedFrom } = one;
  return {
    ...{ id, name, prefix, role, created_by: createdBy },
    created_at: timeOf(createdAt),
    expires_at: timeOrNull(expiresAt),
    rotated_at: timeOrNull(rotatedAt),
    previous_until: timeOrNull(previousUntil),
    last_used_at: timeOrNull(lastUsedAt),
    last_used_from: lastUsedFrom ?? null,
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
    role: apiKeyRole,
    expires_at: time.describe("When it expires.").optional(),
  }),
  response: apiKey.extend({ key: z.string() }),
  async run({ body: { name, role, expires_at: until }, ...call }) {
    const expiresAt = until === undefined ? undefined : Date.parse(until);
    const created = await perform(actions.createApiKey, call, { name, role, expiresAt });
    const none = { ...neverRotated, ...neverUsed };
    const stored = { ...created.key, ...none, createdBy: call.by.actor };
    return { ...apiKeyJson(stored), key: created.secret.reveal() };
  },
});

const overlap = z
  .enum(Object.keys(overlaps) as [Overlap, ...Overlap[]])
  .describe("How long the previous key keeps working, unless it expires before.");

const rotated = apiKey
  .extend({ key: z.string().describe("It is never returned again.") })
  .meta({ id: "RotatedApiKey" });

/** No URL leads to it. */
export const rotateApiKey = operation({
  of: actions.rotateApiKey,
  summary: "Replace a key under its name; the new one is printed only once",
  params: z.strictObject({ id: apiKeyId }),
  body: z.strictObject({
    overlap,
    replaces: z.string().describe("The `prefix` of the key to replace; another one stays."),
    expires_at: time.optional().describe("By default, when the previous key would have."),
  }),
  response: rotated,
  async run({ params: { id }, body, ...call }) {
    const { ledger } = call.dependencies;
    const present = await actions.apiKeyWithId(ledger, id);
    if (present === undefined) throw new AdminProblem("not-found", "No such API key.");
    const key = { ...present, prefix: body.replaces };
    const { overlap, expires_at: until } = body;
    const expiresAt = until === undefined ? key.expiresAt : Date.parse(until);
    const wanted = { key, overlap, expiresAt };
    const { key: next, secret } = await perform(actions.rotateApiKey, call, wanted, async () => {
      const now = await actions.apiKeyWithId(ledger, id);
      if (now?.prefix === body.replaces) assertNoOverlap(now, call.by.at);
    });
    return { ...apiKeyJson(next), key: secret.reveal() };
  },
});

/** The key of the call: a viewer's too. It expires when the previous one would have. */
export const rotateOwnApiKey = operation({
  at: "POST /admin/v1/api_key/rotation",
  name: "rotateOwnApiKey",
  of: actions.rotateApiKey,
  role: "viewer",
  summary: "Replace the API key of the call under its name; the new one is returned only here",
  body: z.strictObject({ overlap }).meta({ id: "ApiKeyOverlap" }),
  response: rotated,
  creates: true,
  about: () => ({}),
  returnsSecret: "api-key",
  async run({ body, server, ...call }) {
    const assertRotatable = (key: FoundApiKey) => {
      if (key.isPrevious) throw new AdminProblem("conflict", isPrevious);
      assertNoOverlap(key, call.by.at);
      return key;
    };
    const key = assertRotatable(await server.apiKey());
    const wanted = { key, overlap: body.overlap, expiresAt: key.expiresAt };
    const { key: next, secret } = await perform(actions.rotateApiKey, call, wanted, async () =>
      assertRotatable(await server.apiKey()),
    );
    return { ...apiKeyJson(next), key: secret.reveal() };
  },
});

const isPrevious =
  "This key was rotated already. Send the new one; if it was lost, an administrator can revoke the key and create one.";

function assertNoOverlap(key: ApiKey, now: number): void {
  if (key.previousUntil === undefined || !previousWorks(key, now)) return;
  throw new AdminProblem(
    "conflict",
    `The key was rotated already, and the previous one works until ${timeOf(key.previousUntil)}. Rotate it again after that, or revoke it, which ends both.`,
  );
}

export const revokeApiKey = operation({
  at: "DELETE /admin/v1/api_keys/:id",
  of: actions.revokeApiKey,
  summary: "Revoke an API key and its previous one, from the next call on",
  params: z.strictObject({ id: apiKeyId }),
  async run({ params, ...call }) {
    await perform(actions.revokeApiKey, call, { id: params.id });
  },
});
