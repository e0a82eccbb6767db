import { setTimeout as pause } from "node:timers/promises";
import type { Refusal } from "../domain/refusals.ts";
import type { Rehearsal } from "../http/serve-requests.ts";
import { type Faults, refusalOf } from "./faults.ts";
import type { Requests } from "./requests.ts";

/** Lets the ordered faults happen, and records every request. */
export function rehearsalWith(faults: Faults, record: Requests): Rehearsal {
  const ordered = new WeakSet<Refusal>();
  return {
    async before(incoming, endpoint) {
      const fault = faults.take(endpoint);
      if (fault === undefined) return undefined;
      if (fault.delayMs !== undefined) await pause(fault.delayMs);
      if (fault.cut === true) {
        record.add(incoming, endpoint.name, undefined, undefined, true);
        return "cut";
      }
      const refusal = refusalOf(fault, endpoint);
      if (refusal !== undefined) ordered.add(refusal);
      return refusal;
    },
    answered(incoming, operation, status, refusal) {
      const fault = refusal !== undefined && ordered.has(refusal);
      record.add(incoming, operation, status, refusal, fault);
    },
  };
}
