import { newApiKey, type WantedApiKey } from "../../domain/api-key.ts";
import type { AuditContext } from "../../domain/audit.ts";
import type { Random } from "../../domain/credentials.ts";
import type { ApiKeys } from "../../domain/ports/api-keys.ts";

/** The secret is shown once. Undefined if another key has the name. */
export async function createApiKey(
  { ledger, random }: { readonly ledger: Pick<ApiKeys, "createApiKey">; readonly random: Random },
  wanted: WantedApiKey,
  by: AuditContext,
) {
  const made = newApiKey(wanted, random, by.at);
  return (await ledger.createApiKey(made.key, by)) === "created" ? made : undefined;
}
