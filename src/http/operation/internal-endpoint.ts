/** The administrator's own servers call these: gateways, services, monitoring. The public address has none of them. */

import type { RequestError } from "../../domain/errors.ts";
import type { Decision, DecisionEntry } from "../../verification/decision.ts";
import type { Dependencies } from "../../verification/dependencies.ts";
import type { Headers } from "../../verification/gateway-request.ts";
import type { IdempotencyKeys } from "../../verification/idempotency-keys.ts";

export interface InternalEndpoint {
  readonly name: string;
  readonly path: string;
  /** "any" means that gateways call it with the method of the client's request. */
  readonly methods: readonly ("GET" | "POST")[] | "any";
  readonly summary: string;
  /** It needs no secret. */
  readonly open?: true;
  readonly maxBodyBytes: number;
  /** Set where a gateway passes only parts of an error response on to its client. */
  readonly toClient?: (rejection: RequestError) => InternalReply;
  readonly operation: (call: InternalCall) => InternalReply | Promise<InternalReply>;
}

export interface InternalCall {
  /** The ID of this call in the log, and of the decision. */
  readonly id: string;
  readonly method: string;
  readonly search: string;
  /** Those of the client's request are among them. Only gateways' endpoints read them. */
  readonly headers: () => Headers;
  readonly body: Buffer;
  readonly dependencies: Dependencies;
  readonly idempotencyKeys: IdempotencyKeys<Decision>;
  readonly health: () => Promise<{
    readonly status: "ok" | "failing";
    readonly problems?: readonly string[];
  }>;
  readonly readiness: () => Promise<{ readonly status: "ready" | "draining" | "failing" }>;
  readonly metrics: () => Promise<{ readonly text: string; readonly type: string }>;
  /** Logs every decision, at the finest level. */
  readonly decided: (entry: DecisionEntry) => void;
  /** Logs why a call may not have got the response that its sender expected. */
  readonly warn: (reason: string) => void;
  /** Counts and logs that the caller itself has to be configured in another way. */
  readonly misconfigured: (problem: Misconfiguration, reason?: string) => void;
}

/**
 * `secret` means that the secret of this address is missing or wrong, `origin` that it verifies for no such origin,
 * and `host` that the gateway passed on an unknown Host header of its client, who may have chosen it.
 */
export type Misconfiguration = "secret" | "origin" | "host";

export interface InternalReply {
  readonly status: number;
  readonly headers?: Readonly<Record<string, string>>;
  /** JSON in pieces if the whole is too large to make it in one turn of the event loop. */
  readonly body: string | AsyncIterable<string>;
}

export function internalReply(
  status: number,
  value: unknown,
  headers: Readonly<Record<string, string>> = {},
): InternalReply {
  return {
    status,
    headers: { "content-type": "application/json; charset=utf-8", ...headers },
    body: JSON.stringify(value),
  };
}
