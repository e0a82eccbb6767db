/**
 * Calls of the admin API and their responses, for its OpenAPI document and docs/reference/admin-api.md. Secrets and
 * values that differ from run to run are replaced.
 */
import type { AdminClient } from "#admin-client";
import { adminEndpoints } from "../../src/http/admin-api/endpoints.ts";
import type { RoutedOperation } from "../../src/http/operation/admin-operation.ts";
import type { AdminExample, AdminExamples } from "../../src/http/server/admin/examples.ts";

interface Given {
  readonly params?: Readonly<Record<string, string>>;
  readonly query?: Readonly<Record<string, string>>;
  readonly body?: unknown;
  readonly contentType?: string;
  readonly ifMatch?: string;
  readonly idempotencyKey?: string;
}

interface Sent {
  readonly method: string;
  /** Follows `/admin/v1`. */
  readonly target: string;
  readonly headers?: Readonly<Record<string, string>>;
  readonly body?: unknown;
}

export interface AdminRecorder extends Pick<AdminClient, "call"> {
  /** Records the problem that the call gets. */
  reject(sent: Sent): Promise<void>;
  /** The value differs in each run, so `stable` is shown. */
  rename(value: string, stable: string): void;
  recorded(): AdminExamples;
}

export function adminRecorder(url: string, key: string): AdminRecorder {
  const operations: Record<string, AdminExample> = {};
  const problems: Record<string, unknown> = {};
  const stable = new Map<string, string>();

  async function send({ method, target, headers, body }: Sent) {
    const isFile = body instanceof Uint8Array;
    const response = await fetch(`${url}/admin/v1${target}`, {
      method,
      headers: {
        authorization: `Bearer ${key}`,
        ...(body !== undefined && !isFile && { "content-type": "application/json" }),
        ...headers,
      },
      ...(body !== undefined && {
        body: isFile ? (body as Uint8Array<ArrayBuffer>) : JSON.stringify(body),
      }),
    });
    const text = await response.text();
    return { response, body: text === "" ? undefined : JSON.parse(text) };
  }

  async function call(name: string, given: Given = {}) {
    const { params, query, body, contentType, ifMatch, idempotencyKey } = given;
    const [method = "", path = ""] = name.split(" ");
    const filled = path.replace(/\{(\w+)\}/g, (_, one: string) =>
      encodeURIComponent(params?.[one] ?? ""),
    );
    const search = new URLSearchParams(query).toString();
    const target = search === "" ? filled : `${filled}?${search}`;
    const headers = {
      ...(contentType !== undefined && { "content-type": contentType }),
      ...(ifMatch !== undefined && { "if-match": ifMatch }),
      ...(idempotencyKey !== undefined && { "idempotency-key": idempotencyKey }),
    };
    const { response, body: result } = await send({ method, target, headers, body });
    const operation = operationAt(method, path);
    assertDescribed(operation, response.status, result);
    const [location, etag] = ["location", "etag"].map((one) => response.headers.get(one));
    operations[operation.name] ??= {
      ...(params && { params }),
      ...(query && { query }),
      ...(ifMatch !== undefined && { ifMatch }),
      ...(body !== undefined && (contentType === undefined ? { body } : { contentType })),
      status: response.status,
      ...(location && { location }),
      ...(etag && { etag }),
      ...(result !== undefined && { response: shortened(operation.name, result) }),
    };
    return { body: result, ...(etag && { etag }) };
  }

  return {
    call: call as AdminClient["call"],
    async reject(sent) {
      const { response, body } = await send(sent);
      if (response.status < 400) throw new Error(`${sent.method} ${sent.target} is not rejected`);
      stable.set(body.instance, "7c2e90b1d4f6-3");
      problems[body.type.split(":").at(-1)] ??= body;
    },
    rename: (value, to) => void stable.set(value, to),
    recorded() {
      const missing = adminEndpoints
        .flatMap((one) => one.operations)
        .filter(({ name }) => operations[name] === undefined);
      if (missing.length > 0) {
        throw new Error(`no call was recorded of ${missing.map(({ name }) => name).join(", ")}`);
      }
      let text = JSON.stringify({ operations: sorted(operations), problems: sorted(problems) });
      for (const [value, shown] of stable) text = text.replaceAll(value, shown);
      return JSON.parse(text, (name, value) => (isSecretName(name) ? fictional(value) : value));
    },
  };
}

function operationAt(method: string, path: string): RoutedOperation {
  const pattern = `/admin/v1${path.replace(/\{(\w+)\}/g, ":$1")}`;
  const endpoint = adminEndpoints.find((one) => one.path === pattern);
  const found = endpoint?.operations.find((one) => one.method === method);
  if (found === undefined) throw new Error(`there is no operation ${method} ${path}`);
  return found;
}

function assertDescribed(operation: RoutedOperation, status: number, result: unknown): void {
  const { name, response, creates } = operation;
  const expected = response === undefined ? 204 : creates ? 201 : 200;
  if (status !== expected) throw new Error(`${name}: ${status} ${JSON.stringify(result)}`);
  const problem = response?.safeParse(result).error;
  if (problem) throw new Error(`${name}: ${problem.message}`);
}

/** The document has this as an example, so it would contain itself. */
function shortened(name: string, result: Readonly<Record<string, unknown>>): unknown {
  return name === "getOpenApi" ? { openapi: result["openapi"], info: result["info"] } : result;
}

function sorted<Value>(all: Readonly<Record<string, Value>>): Readonly<Record<string, Value>> {
  return Object.fromEntries(Object.entries(all).sort());
}

function isSecretName(name: string): boolean {
  return /^(?:key|consumer_secret|token_secret|bearer_token|url)$/.test(name);
}

/** An API key keeps its prefix, and a URL all but the secret at its end. */
function fictional(secret: unknown): unknown {
  if (typeof secret !== "string") return secret;
  const [kept = ""] = /^(?:cs_live_.{4}|https:.*=)?/.exec(secret) ?? [];
  return kept + "Example".repeat(12).slice(0, secret.length - kept.length);
}
