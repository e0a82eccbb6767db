/** The requests to a stand-in, and its answers. */
import type { Incoming } from "../authentication/incoming.ts";
import type { Refusal, RefusalName } from "../domain/refusals.ts";

export interface RecordedRequest {
  /** Milliseconds since the epoch, by the stand-in's clock. */
  readonly at: number;
  readonly method: string;
  readonly path: string;
  /** Such as `oauth/request_token`; `none` if no operation has the path. */
  readonly operation: string;
  /** The answer's status; undefined where the connection was cut. */
  readonly status: number | undefined;
  /** Why it was refused; undefined for a success. */
  readonly error: RecordedError | undefined;
  /** Whether a fault of the test decided the answer. */
  readonly fault: boolean;
}

export interface RecordedError {
  readonly name: RefusalName;
  readonly code: number;
  /** As it was answered. */
  readonly message: string;
  /** What a server would have logged; undefined: no more than the message. */
  readonly reason: string | undefined;
}

export interface Requests {
  readonly recorded: readonly RecordedRequest[];
  add(
    incoming: Incoming,
    operation: string,
    status: number | undefined,
    refusal: Refusal | undefined,
    fault: boolean,
  ): void;
  forget(): void;
}

/** Beyond this many, the oldest are forgotten. */
const mostKept = 10_000;

export function recordOfRequests(now: () => number): Requests {
  let recorded: RecordedRequest[] = [];
  return {
    get recorded() {
      return [...recorded];
    },
    add({ method, path }, operation, status, refusal, fault) {
      if (recorded.length === mostKept) recorded.shift();
      recorded.push({
        at: now(),
        method,
        path,
        operation,
        status,
        error: refusal && errorOf(refusal),
        fault,
      });
    },
    forget() {
      recorded = [];
    },
  };
}

function errorOf({ refusal, row, message, more }: Refusal): RecordedError {
  return { name: refusal, code: row.code, message, reason: more.reason };
}
