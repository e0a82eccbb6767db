/** The requests to a stand-in, and its answers. */
import type { Incoming } from "../authentication/incoming.ts";
import type { Refusal, RefusalName } from "../domain/refusals.ts";

export interface RecordedRequest {
  /** Milliseconds since the epoch, by the stand-in's clock. */
  readonly at: number;
  readonly method: string;
  readonly path: string;
  /** For example `oauth/request_token`; `none` if no operation has this path. */
  readonly operation: string;
  /** The status of the answer; undefined if the connection was cut. */
  readonly status: number | undefined;
  /** The reason of the refusal; undefined for a success. */
  readonly error: RecordedError | undefined;
  /** Whether a fault of the test decided the answer. */
  readonly fault: boolean;
}

export interface RecordedError {
  readonly name: RefusalName;
  readonly code: number;
  /** The message in the answer. */
  readonly message: string;
  /** The reason that a server would have logged; undefined if it would have logged only the message. */
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

/** If there are more, the oldest are forgotten. */
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
