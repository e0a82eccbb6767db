/**
 * An operation of the private address as a value. The operator's own servers call these: gateways, services,
 * monitoring. None of them is reachable on the public address.
 */
import type { Dependencies } from "./dependencies.ts";
import type { Refusal } from "./domain/refusals.ts";
import type { Attempts } from "./verification/attempts.ts";
import type { Decision, DecisionEntry } from "./verification/decision.ts";
import type { Headers } from "./verification/gateway-request.ts";

export interface InternalEndpoint {
  /** The name in logs. */
  readonly name: string;
  readonly path: string;
  /** "any": gateways ask with the method of the client's request. */
  readonly methods: readonly ("GET" | "POST")[] | "any";
  readonly summary: string;
  /** Needs no secret. */
  readonly open?: true;
  readonly mostBodyBytes: number;
  /**
   * For gateways, which pass error responses on to their clients: the response if the operation does not run. Default:
   * an `error` for the caller itself, which names settings of this service.
   */
  readonly toClient?: (refusal: Refusal) => InternalReply;
  readonly operation: (call: InternalCall) => InternalReply | Promise<InternalReply>;
}

export interface InternalCall {
  /** The id of this call in the log, and of the decision. */
  readonly id: string;
  readonly method: string;
  /** The raw query without its question mark. */
  readonly search: string;
  readonly headers: Headers;
  readonly body: Buffer;
  readonly dependencies: Dependencies;
  readonly attempts: Attempts<Decision>;
  readonly health: () => Promise<{ readonly status: "ok" | "failing" }>;
  readonly readiness: () => Promise<{ readonly status: "ready" | "draining" | "failing" }>;
  /** The text for Prometheus, and its content type. */
  readonly metrics: () => Promise<{ readonly text: string; readonly type: string }>;
  /** Logs every decision, at the finest level. */
  readonly decided: (entry: DecisionEntry) => void;
  /** Logs why a call could not be answered as its sender may have expected. */
  readonly warn: (reason: string) => void;
  /** Counts and logs that the caller itself has to be configured in another way. */
  readonly misconfigured: (problem: Misconfiguration, reason?: string) => void;
}

/**
 * `secret`: the secret of this address is missing or wrong. `origin`: it verifies for no such origin. `host`: so too,
 * but a gateway passed on the Host header of its client, who may have chosen it.
 */
export type Misconfiguration = "secret" | "origin" | "host";

export interface InternalReply {
  readonly status: number;
  readonly headers?: Readonly<Record<string, string>>;
  readonly body: string;
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
