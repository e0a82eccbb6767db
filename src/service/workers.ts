import type { AuditEvent } from "../domain/audit.ts";
import type { Deliverer } from "./delivering/deliverer.ts";
import { leavesNotice, type Notifier } from "./notifying.ts";
import type { ScheduledBackups } from "./scheduled-backups.ts";

/** What works beside the requests. Each is undefined until it is opened, or if the configuration does not need it. */
export interface Workers {
  notifier: Notifier | undefined;
  deliverer: Deliverer | undefined;
  backups: ScheduledBackups | undefined;
}

export function noWorkers(): Workers {
  return { notifier: undefined, deliverer: undefined, backups: undefined };
}

/** Called with each committed event: lets those look now that may have work. */
export function wake({ notifier, deliverer }: Workers, event: AuditEvent): void {
  if (leavesNotice(event)) notifier?.look();
  deliverer?.look();
}
