/** The part of the database that has the limits of the administrator's APIs. */
import type { ApiLimit, RecordedApiLimit } from "../api-limits.ts";
import type { AuditContext } from "../audit.ts";
import type { Awaitable } from "../awaitable.ts";

export interface ApiLimits {
  /** By name. There are few. */
  apiLimits(): Awaitable<readonly RecordedApiLimit[]>;
  /**
   * Without `seen`, it is recorded, unless there is one of this name or there are `most`. With it, that version is
   * changed; of two who saw the same version, one changes it.
   */
  saveApiLimit(
    change: { limit: ApiLimit; seen?: number; most: number },
    by: AuditContext,
  ): Promise<"saved" | "name-taken" | "too-many" | "changed-since">;
  /** A plan that has the limit prevents it. */
  deleteApiLimit(
    limit: { name: ApiLimit["name"]; seen: number },
    by: AuditContext,
  ): Promise<"deleted" | "in-use" | "changed-since">;
}
