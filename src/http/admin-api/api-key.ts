import { z } from "zod";
import { type ApiKey, apiKeyRoles } from "../../domain/api-key.ts";
import { time, timeOf, timeOrNull } from "./shapes.ts";

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
