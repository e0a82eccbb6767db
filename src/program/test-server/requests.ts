/** The requests to a test server, and its responses. */

import type { RequestError, RequestErrorName } from "../../domain/errors.ts";
import type { Incoming } from "../../verification/authentication/incoming.ts";

export interface RecordedRequest {
  /** Milliseconds since the epoch, by the test server's clock. */
  readonly at: number;
  readonly method: string;
  readonly path: string;
  /** The operation, for example `oauth/request_token`; `none` if no operation has this path. */
  readonly operation: string;
  /** The status of the response; undefined if the connection was cut. */
  readonly status: number | undefined;
  /** The reason of the rejection; undefined for a success. */
  readonly error: RecordedError | undefined;
  /** Whether a fault of the test decided the response. */
  readonly fault: boolean;
}

export interface RecordedError {
  readonly name: RequestErrorName;
  readonly code: number;
  /** The message in the response. */
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
    rejection: RequestError | undefined,
    fault: boolean,
  ): void;
  forget(): void;
}

/** If there are more, the oldest are forgotten. */
const maxKept = 10_000;

export function recordOfRequests(now: () => number): Requests {
  let recorded: RecordedRequest[] = [];
  return {
    get recorded() {
      return [...recorded];
    },
    add({ method, path }, operation, status, rejection, fault) {
      if (recorded.length === maxKept) recorded.shift();
      recorded.push({
        at: now(),
        method,
        path,
        operation,
        status,
        error: rejection && errorOf(rejection),
        fault,
      });
    },
    forget() {
      recorded = [];
    },
  };
}

function errorOf({ rejection, row, message, more }: RequestError): RecordedError {
  return { name: rejection, code: row.code, message, reason: more.reason };
}
