import type { AuditContext } from "../../domain/audit.ts";
import type { BulkWork } from "../../domain/bulk-action.ts";
import { filterQuery } from "../../domain/fields/filter.ts";
import { tokenFilters } from "../../domain/fields/list-filters.ts";
import type { Ledger } from "../../domain/ports/ledger.ts";
import { countedInParts } from "./counted-in-parts.ts";
import type { Pause } from "./revoke-tokens.ts";

type Exported = Omit<BulkWork & { readonly kind: "revoke-access-tokens" }, "kind">;

/** An export of access tokens is an event before its first line is sent: who reads it may break it off. */
export async function recordTokenExport(
  ledger: Ledger,
  { olderThan, ...exported }: Exported & { readonly olderThan: number },
  by: AuditContext,
  pause?: Pause,
): Promise<void> {
  const work = { kind: "revoke-access-tokens", ...exported } as const;
  const { items } = await countedInParts(
    async (after) => ledger.bulkItems(work, { after, size: 500, olderThan }),
    pause,
  );
  const { applicationId, userId, filters } = exported;
  await ledger.record({
    ...by,
    name: "access-token.exported",
    ...(applicationId !== undefined && { applicationId }),
    ...(userId !== undefined && { userId }),
    details: { filter: String(filterQuery(tokenFilters, filters)), items },
  });
}
