/** A client of the admin API that checks every response against the operation that returned it. */
import assert from "node:assert/strict";
import { randomBytes } from "node:crypto";
import { type ApiKeyRole, newApiKey } from "../../src/domain/api-key.ts";
import { byCommandLine } from "../../src/domain/audit-context.ts";
import type { Ledger } from "../../src/domain/ports/ledger.ts";
import { adminEndpoints } from "../../src/http/admin-api/endpoints.ts";
import type { AdminOperation } from "../../src/http/operation/admin-operation.ts";
import { type AdminProblemName, problemType } from "../../src/http/operation/admin-problem.ts";
import { startTestService, type TestService } from "../support/service.ts";

export interface AdminResponse {
  readonly status: number;
  readonly headers: Headers;
  // biome-ignore lint/suspicious/noExplicitAny: tests read the members that they expect.
  readonly body: any;
}

export interface AdminClient {
  /** `path` follows `/admin/v1`. */
  call(
    method: string,
    path: string,
    body?: unknown,
    headers?: Readonly<Record<string, string>>,
  ): Promise<AdminResponse>;
}

export async function makeApiKey(
  ledger: Ledger,
  role: ApiKeyRole,
  {
    name = `${role}-${randomBytes(4).toString("hex")}`,
    expiresAt = undefined as number | undefined,
  } = {},
) {
  const now = Date.now();
  const { secret, key } = newApiKey({ name, role, expiresAt }, randomBytes, now);
  assert.equal(await ledger.createApiKey(key, byCommandLine(now)), "created");
  return { ...key, secret: secret.reveal() };
}

export function clientOf(internalUrl: string | undefined, secret: string): AdminClient {
  return {
    async call(method, path, body, headers = {}) {
      const isFile = body instanceof Uint8Array;
      const response = await fetch(`${internalUrl}/admin/v1${path}`, {
        method,
        headers: {
          authorization: `Bearer ${secret}`,
          ...(body !== undefined && !isFile && { "content-type": "application/json" }),
          ...headers,
        },
        ...(body !== undefined && { body: isFile ? body : JSON.stringify(body) }),
      });
      const text = await response.text();
      const { status, headers: received } = response;
      const result = {
        status,
        headers: received,
        body: text === "" ? undefined : JSON.parse(text),
      };
      assertDescribed(method, path, result);
      return result;
    },
  };
}

/** A service with a manager's client and a viewer's. */
export async function startAdminService(
  settings: Readonly<Record<string, string>> = {},
  clock: () => number = Date.now,
): Promise<TestService & { readonly manager: AdminClient; readonly viewer: AdminClient }> {
  const service = await startTestService(settings, clock);
  const { ledger } = service.dependencies;
  const { internalUrl } = service;
  const [manager, viewer] = await Promise.all([
    makeApiKey(ledger, "manager", { name: "deploy" }),
    makeApiKey(ledger, "viewer", { name: "watch" }),
  ]);
  return {
    ...service,
    dependencies: service.dependencies,
    manager: clientOf(internalUrl, manager.secret),
    viewer: clientOf(internalUrl, viewer.secret),
    [Symbol.asyncDispose]: () => service[Symbol.asyncDispose](),
  };
}

export function assertProblem(
  { status, headers, body }: AdminResponse,
  expected: number,
  name: AdminProblemName,
): void {
  assert.equal(`${status} ${body?.type}`, `${expected} ${problemType(name)}`, JSON.stringify(body));
  assert.equal(headers.get("content-type"), "application/problem+json");
}

export function operationAt(method: string, path: string): AdminOperation | undefined {
  const [sent = ""] = `/admin/v1${path}`.split("?");
  const found = adminEndpoints.find(({ path: pattern }) =>
    new RegExp(`^${pattern.replaceAll(".", "\\.").replace(/:\w+/g, "[^/]+")}$`).test(sent),
  );
  return found?.operations.find((one) => one.method === method);
}

function assertDescribed(
  method: string,
  path: string,
  { status, headers, body }: AdminResponse,
): void {
  const operation = operationAt(method, path);
  if (operation === undefined || status >= 400) return;
  const { response, creates } = operation;
  assert.equal(status, response === undefined ? 204 : creates ? 201 : 200);
  assert.equal(headers.get("cache-control"), "no-store");
  if (response === undefined) assert.equal(body, undefined);
  else assert.deepEqual(response.safeParse(body).error?.issues ?? [], [], operation.name);
}
