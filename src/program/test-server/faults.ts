/** The faults that a test causes for the next requests of an operation: an error, a delay, a cut connection. */
import { RequestError, type RequestErrorName } from "../../domain/errors.ts";
import type { Endpoint } from "../../http/operation/endpoint.ts";
import { UsageError } from "./usage-error.ts";

export interface Fault {
  /** The operation, such as `oauth/request_token`; left out: every operation that programs call. */
  readonly operation?: string;
  /** How many requests it affects; left out: 1. `Infinity`: all. */
  readonly times?: number;
  /** The error that is returned, by its name in the table of errors, such as `overCapacity`. */
  readonly error?: ErrorName;
  /** The value of `Retry-After` that comes with the error, in seconds. */
  readonly retryAfterSeconds?: number;
  /** The delay of the response in milliseconds. Without `error` and `cut`, the usual response is delayed. */
  readonly delayMs?: number;
  /** Cuts the connection instead of responding. */
  readonly cut?: boolean;
}

export type ErrorName = RequestErrorName;

export interface Faults {
  /** Throws `UsageError` if the fault can't happen. */
  add(fault: Fault): void;
  clear(): void;
  /** Returns the fault for this request, if there is one; it counts as used. */
  take(endpoint: Endpoint): Fault | undefined;
}

/** The number left is `Infinity` for a fault that never ends. */
interface Ordered {
  readonly fault: Fault;
  left: number;
}

export function orderedFaults(): Faults {
  let ordered: Ordered[] = [];
  return {
    add(fault) {
      const { error, delayMs = 0, cut = false } = fault;
      if (cut && error !== undefined)
        throw new UsageError("a fault has an error or a cut, not both");
      if (!cut && error === undefined && delayMs === 0) {
        throw new UsageError("a fault needs an error, a delay, or a cut");
      }
      ordered.push({ fault, left: fault.times ?? 1 });
    },
    clear() {
      ordered = [];
    },
    take({ name, produces }) {
      const isPage = produces === "page" || produces === "asset";
      const next = ordered.find(({ fault: { operation } }) =>
        operation === undefined ? !isPage : operation === name,
      );
      if (next === undefined) return undefined;
      next.left -= 1;
      if (next.left <= 0) ordered = ordered.filter((one) => one !== next);
      return next.fault;
    },
  };
}

/** Returns the rejection that a fault causes, if any. */
export function requestErrorOf({ error, retryAfterSeconds }: Fault, endpoint: Endpoint) {
  if (error === undefined) return undefined;
  const wait = retryAfterSeconds ?? (error === "rateLimited" ? 60 : undefined);
  return new RequestError(error, {
    ...(wait !== undefined && { retryAfterSeconds: wait }),
    ...(error === "methodNotAllowed" && { allow: endpoint.methods }),
  });
}
