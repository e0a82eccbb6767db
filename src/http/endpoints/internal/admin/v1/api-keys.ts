import { z } from "zod";
import { apiKeyRoles } from "../../../../../domain/api-key.ts";
import { adminEndpoint } from "../../../../../verification/admin-endpoint.ts";
import {
  listed,
  listOf,
  noParams,
  page,
  pageOf,
  time,
  timeOf,
  timeOrNull,
} from "../../../../admin-api/shapes.ts";

const apiKey = z
  .strictObject({
    id: z.string(),
    name: z.string(),
    prefix: z.string().describe("The beginning of the key."),
    role: z.enum(apiKeyRoles),
    created_at: time,
    expires_at: time.nullable(),
    last_used_at: time.nullable(),
  })
  .meta({ id: "ApiKey" });

/** Keys are created on the command line: otherwise a stolen manager's key could outlive its own revocation. */
export const apiApiKeys = adminEndpoint("/admin/v1/api_keys", noParams, (operation) => [
  operation({
    method: "GET",
    name: "listApiKeys",
    summary: "List API keys, without the keys themselves",
    role: "viewer",
    query: z.strictObject(page),
    response: listOf("ApiKeyList", apiKey),
    async run({ query, dependencies: { ledger } }) {
      const { after, size } = pageOf(query);
      const found = await ledger.apiKeys({ after, size: size + 1 });
      return listed(
        found,
        size,
        (one) => one.id,
        ({ id, name, prefix, role, createdAt, expiresAt, lastUsedAt }) => ({
          ...{ id, name, prefix, role },
          created_at: timeOf(createdAt),
          expires_at: timeOrNull(expiresAt),
          last_used_at: timeOrNull(lastUsedAt),
        }),
      );
    },
  }),
]);
