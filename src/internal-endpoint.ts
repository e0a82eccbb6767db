/**
 * An operation of the private address as a value. Operators' own servers call these: gateways, services,
 * monitoring. None of them is ever answered on the public address.
 */
import type { IncomingHttpHeaders } from "node:http";
import type { Dependencies } from "./dependencies.ts";
import type { Attempts } from "./verification/attempts.ts";
import type { Decision } from "./verification/judge.ts";
import type { Verdict } from "./verification/verdict.ts";

export interface InternalEndpoint {
  /** The name in logs. */
  readonly name: string;
  readonly path: string;
  /** "any": gateways ask with the method of the request that they ask about. */
  readonly methods: readonly ("GET" | "POST")[] | "any";
  readonly summary: string;
  /** Answered without the secret. */
  readonly open?: true;
  readonly mostBodyBytes: number;
  readonly operation: (call: InternalCall) => InternalReply | Promise<InternalReply>;
}

export interface InternalCall {
  /** Finds this question in the log; also the id of the decision. */
  readonly id: string;
  readonly method: string;
  /** The query as it stands in the address, without its question mark. */
  readonly search: string;
  readonly headers: IncomingHttpHeaders;
  /** Name, value, name, value, as they came: a header that stands twice is seen here. */
  readonly rawHeaders: readonly string[];
  readonly body: Buffer;
  readonly dependencies: Dependencies;
  readonly attempts: Attempts<Verdict>;
  readonly health: () => Promise<{ readonly status: "ok" | "failing" }>;
  readonly readiness: () => Promise<{ readonly status: "ready" | "draining" | "failing" }>;
  /** The text for Prometheus, and its content type. */
  readonly metrics: () => Promise<{ readonly text: string; readonly type: string }>;
  /** For the operator's log, at its finest level: every verdict. */
  readonly decided: (decision: Decision) => void;
  /** For the operator's log: why a question could not be answered as its sender may have expected. */
  readonly warn: (reason: string) => void;
}

export interface InternalReply {
  readonly status: number;
  readonly headers?: Readonly<Record<string, string>>;
  readonly body: string;
}

export function internalReply(status: number, value: unknown): InternalReply {
  return {
    status,
    headers: { "content-type": "application/json; charset=utf-8" },
    body: JSON.stringify(value),
  };
}
