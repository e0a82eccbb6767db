/**
 * The database: everything durable, in the verbs of the domain. An engine implements all of it; callers depend on
 * the part that they need.
 *
 * Every method is atomic: it reads, decides and writes as if nothing else ran at the same time, and its comment
 * says who wins a race. Once a write has returned, it is on disk. A store that cannot respond throws
 * `StoreFailure`; it never guesses. docs/adr/0021-a-second-engine.md lists what an engine promises.
 */
import type { AdminRequests, ApiKeys } from "./api-keys.ts";
import type { ApiLimits } from "./api-limits.ts";
import type { Applications } from "./applications.ts";
import type { AuditLog } from "./audit-log.ts";
import type { BulkActions } from "./bulk-actions.ts";
import type { Collaborators } from "./collaborators.ts";
import type { Credentials } from "./credentials.ts";
import type { Deliveries } from "./deliveries.ts";
import type { Identities } from "./identities.ts";
import type { Maintenance } from "./maintenance.ts";
import type { Moving } from "./moving.ts";
import type { Notifications } from "./notifications.ts";
import type { OneTimeLinks } from "./one-time-links.ts";
import type { Passkeys } from "./passkeys.ts";
import type { Plans } from "./plans.ts";
import type { RequestLog } from "./request-log.ts";
import type { RequestTokens } from "./request-tokens.ts";
import type { RevocationList } from "./revocation-list.ts";
import type { SecondFactors } from "./second-factors.ts";
import type { Sessions } from "./sessions.ts";
import type { Sources } from "./sources.ts";
import type { Traits } from "./traits.ts";
import type { UsageCounts } from "./usage.ts";
import type { Users } from "./users.ts";

export interface Ledger
  extends Users,
    Applications,
    Collaborators,
    Plans,
    ApiLimits,
    Notifications,
    RequestTokens,
    Credentials,
    Sessions,
    SecondFactors,
    Identities,
    Passkeys,
    OneTimeLinks,
    ApiKeys,
    AdminRequests,
    AuditLog,
    BulkActions,
    Deliveries,
    RevocationList,
    RequestLog,
    UsageCounts,
    Sources,
    Traits,
    Moving,
    Maintenance {}

/** The paths of a database that is in files on this machine. */
export interface LedgerFiles {
  readonly ledger: string;
  /** The database's write-ahead log. */
  readonly log: string;
  /** The directory of the nonce journal. */
  readonly journal: string;
}
