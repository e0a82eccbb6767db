import type { Logger } from "pino";
import type { Endpoint } from "../../http/operation/endpoint.ts";
import type { Interceptor, Served } from "../../http/server/serve-requests.ts";
import { type AccessDeniedLog, isDenied } from "./access-denied-log.ts";
import type { RequestCounts } from "./metrics/request-counts.ts";

/** A failure of the service is logged as an error; successes and most rejections only at the level `debug`. */
export function requestLog(
  log: Logger,
  deniedLog: AccessDeniedLog,
  operations: readonly Pick<Endpoint, "name" | "hidden">[],
): Served {
  const hidden = new Set(operations.filter((one) => one.hidden).map(({ name }) => name));
  const debugging = log.isLevelEnabled("debug");
  return ({ id, address, headers }, endpoint, status, rejection) => {
    if (!debugging && status < 400) return;
    const denied = isDenied(hidden.has(endpoint), status, rejection);
    if (!debugging && status < 500 && !denied) return;
    const trace = traceOf(headers.traceparent);
    const entry = { id, endpoint, status, code: rejection?.row.code, address, ...trace };
    if (denied) deniedLog.note(entry);
    if (status < 500) log.debug(entry, "request");
    else log.error({ ...entry, reason: rejection?.more.reason }, "request failed");
  };
}

export function counting(requests: RequestCounts, next: Served): Served {
  return (incoming, operation, status, rejection, took) => {
    requests.answered(operation, status, took);
    next(incoming, operation, status, rejection, took);
  };
}

export function alsoTold(served: Served, interceptor: Interceptor | undefined): Served {
  if (interceptor === undefined) return served;
  return (incoming, operation, status, rejection, took) => {
    served(incoming, operation, status, rejection, took);
    interceptor.answered(incoming, operation, status, rejection);
  };
}

/** The `traceparent` header (W3C Trace Context §3.2) joins log lines with those of other services. */
export function traceOf(
  header: string | readonly string[] | undefined,
): { readonly trace: string; readonly span: string } | undefined {
  if (typeof header !== "string") return undefined;
  const [, version, trace, span] = shape.exec(header) ?? [];
  const isNone = trace === undefined || span === undefined || version === "ff";
  if (isNone || /^0+$/.test(trace) || /^0+$/.test(span)) return undefined;
  return { trace, span };
}

/** Later versions of the header may have more fields. */
const shape = /^([0-9a-f]{2})-([0-9a-f]{32})-([0-9a-f]{16})-[0-9a-f]{2}(?:$|-)/;
