import { setTimeout as pause } from "node:timers/promises";
import type { RequestError } from "../../domain/errors.ts";
import type { Interceptor } from "../../http/server/serve-requests.ts";
import { type Faults, requestErrorOf } from "./faults.ts";
import type { Requests } from "./requests.ts";

/** Lets the ordered faults happen, and records every request. */
export function interceptorWith(faults: Faults, record: Requests): Interceptor {
  const ordered = new WeakSet<RequestError>();
  return {
    async before(incoming, endpoint) {
      const fault = faults.take(endpoint);
      if (fault === undefined) return undefined;
      if (fault.delayMs !== undefined) await pause(fault.delayMs);
      if (fault.cut === true) {
        record.add(incoming, endpoint.name, undefined, undefined, true);
        return "cut";
      }
      const rejection = requestErrorOf(fault, endpoint);
      if (rejection !== undefined) ordered.add(rejection);
      return rejection;
    },
    answered(incoming, operation, status, rejection) {
      const fault = rejection !== undefined && ordered.has(rejection);
      record.add(incoming, operation, status, rejection, fault);
    },
  };
}
