import { z } from "zod";
import { type ApiKeyId, idFrom } from "../../../../../domain/credentials.ts";
import { apiKey, apiKeyJson } from "../../../../admin-api/api-key.ts";
import { listed, listOf, noParams, page, pageOf } from "../../../../admin-api/shapes.ts";
import { adminEndpoint } from "../../../../operation/admin-endpoint.ts";

/** No key creates another one: otherwise a stolen manager's key could outlive its own revocation. */
export const apiApiKeys = adminEndpoint("/admin/v1/api_keys", noParams, (operation) => [
  operation({
    method: "GET",
    name: "listApiKeys",
    summary: "List API keys, without the keys themselves",
    role: "viewer",
    query: z.strictObject(page),
    response: listOf("ApiKeyList", apiKey),
    async run({ query, dependencies: { ledger } }) {
      const { after, size } = pageOf("api_keys", query, idFrom<ApiKeyId>);
      const found = await ledger.apiKeys({ after, size: size + 1 });
      return listed("api_keys", found, size, ({ id }) => id, apiKeyJson);
    },
  }),
]);
