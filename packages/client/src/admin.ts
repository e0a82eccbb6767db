/**
 * `@countersign/client/admin`: a client of the admin API, with the types of its OpenAPI document. The API key is in the
 * header of each call, and in no error, result or property.
 */
import { randomBytes, randomInt } from "node:crypto";
import { promisify } from "node:util";
import type { AdminOperations, Problem } from "./admin-operations.ts";
import { internalAddress } from "./internal-address.ts";

export type * from "./admin-operations.ts";

export interface AdminClientOptions {
  /** The internal address, such as `http://127.0.0.1:9090`. */
  readonly url: string;
  /** What `countersign api-key create` printed. Undefined, such as from an unset environment variable, is an error. */
  readonly key: string | undefined;
  /** How long a call may take with its retries, in milliseconds; the default is 30000. */
  readonly timeoutMs?: number | undefined;
  /** How often a call is sent again; the default is 3. */
  readonly retries?: number | undefined;
}

/** Such as `GET /applications/{id}`. */
export type AdminOperationName = keyof AdminOperations;

/** `params`, `query`, `body`, `ifMatch` and `idempotencyKey`, as the operation has them. */
export type AdminCallOptions<Name extends AdminOperationName> = Omit<
  AdminOperations[Name],
  "result"
> & { readonly signal?: AbortSignal };

/** The body of the response, and its `ETag` if a change may send it as `ifMatch`. */
export type AdminResult<Name extends AdminOperationName> = AdminOperations[Name]["result"];

/** The operations that return a list in pages. */
export type AdminListName = {
  [Name in AdminOperationName]: AdminResult<Name> extends { readonly body: Page } ? Name : never;
}[AdminOperationName];

export type AdminListItem<Name extends AdminListName> = AdminResult<Name>["body"]["data"][number];

interface Page {
  readonly data: readonly unknown[];
  readonly next_cursor: string | null;
}

/** The last argument may be left out if nothing in it is required. */
type Optional<Options> = object extends Options ? [options?: Options] : [options: Options];

export interface AdminClient {
  /**
   * Throws `AdminProblem` for a response that is not a success. A call is sent again after 429, after 503 if nothing
   * was changed, and, if it is a GET or a POST, after a lost connection. Every POST has an `Idempotency-Key`, the given
   * one or a random one, so that it runs once.
   */
  call<Name extends AdminOperationName>(
    name: Name,
    ...options: Optional<AdminCallOptions<Name>>
  ): Promise<AdminResult<Name>>;
  /** Everything in a list, page after page. */
  list<Name extends AdminListName>(
    name: Name,
    ...options: Optional<AdminCallOptions<Name>>
  ): AsyncGenerator<AdminListItem<Name>, void, undefined>;
}

/** The problem details (RFC 9457) of a response. */
export class AdminProblem extends Error {
  readonly status: number;
  /** `about:blank` if the response is not from the admin API. */
  readonly type: Problem["type"] | "about:blank";
  readonly title: string;
  readonly detail: string;
  /** The ID of the request in the log of the service. */
  readonly instance: string | undefined;
  /** What is wrong with each member or parameter. */
  readonly errors: NonNullable<Problem["errors"]>;
  /** In seconds. */
  readonly retryAfter: number | undefined;

  constructor(operation: string, problem: Partial<Problem>, status: number, retryAfter?: number) {
    const { title = "This is not the admin API of a Countersign service.", detail = "" } = problem;
    super(`${operation}: ${status}: ${title} ${detail}`.trimEnd());
    this.name = "AdminProblem";
    this.status = status;
    this.type = problem.type ?? "about:blank";
    this.title = title;
    this.detail = detail;
    this.instance = problem.instance;
    this.errors = problem.errors ?? [];
    this.retryAfter = retryAfter;
  }
}

/** Throws a TypeError if the URL or the key cannot be one. */
export function adminClient(options: AdminClientOptions): AdminClient {
  const { key, timeoutMs = 30_000, retries = 3 } = options;
  const { origin } = internalAddress(options.url);
  if (!/^[\x21-\x7e]+$/.test(key ?? "")) {
    const got = key === undefined ? "; it is undefined: is the environment variable set?" : "";
    throw new TypeError(`key is what \`countersign api-key create\` printed${got}`);
  }

  async function call(name: string, given: AnyOptions = {}): Promise<AnyResult> {
    const { method, target, body, headers } = requestOf(name, given, origin);
    headers.set("authorization", `Bearer ${key}`);
    const deadline = Date.now() + timeoutMs;
    const timeout = AbortSignal.timeout(timeoutMs);
    const signal = given.signal === undefined ? timeout : AbortSignal.any([timeout, given.signal]);
    const request = { method, headers, body, signal, redirect: "error" } as const;
    for (let attempt = 0; ; attempt += 1) {
      try {
        return await sent(name, target, request);
      } catch (error) {
        given.signal?.throwIfAborted();
        const failure = error instanceof AdminProblem ? error : undefined;
        const again = failure ? passing.has(failure.type) : /^(GET|POST)$/.test(method);
        const delay = failure?.retryAfter ? failure.retryAfter * 1000 : 100 * 2 ** attempt;
        const isLast = attempt >= retries || Date.now() + delay >= deadline;
        if (!again || isLast) throw failure ?? lost(name, error, timeout.aborted, timeoutMs);
        await wait(delay + randomInt(1 + Math.ceil(delay / 4)), undefined, {
          signal: given.signal,
        });
      }
    }
  }

  async function* list(name: string, given: AnyOptions = {}) {
    let cursor = given.query?.["cursor"] ?? null;
    do {
      const query = { ...given.query, ...(cursor !== null && { cursor }) };
      const page = (await call(name, { ...given, query })).body as Page;
      yield* page.data;
      cursor = page.next_cursor;
    } while (cursor !== null);
  }

  return { call, list } as AdminClient;
}

interface AnyOptions {
  readonly params?: Readonly<Record<string, string>>;
  readonly query?: Readonly<Record<string, string>>;
  readonly body?: unknown;
  readonly contentType?: string;
  readonly ifMatch?: string;
  readonly idempotencyKey?: string;
  readonly signal?: AbortSignal;
}

interface AnyResult {
  readonly body: unknown;
  readonly etag?: string;
}

const wait = promisify(setTimeout);

/** After these, nothing was changed, and a later call may succeed. */
const passing: ReadonlySet<AdminProblem["type"]> = new Set([
  "urn:countersign:problem:over-capacity",
  "urn:countersign:problem:rate-limited",
  "urn:countersign:problem:request-in-progress",
] as const);

function requestOf(name: string, given: AnyOptions, origin: string) {
  const [method = "", path = ""] = name.split(" ");
  const target = new URL(`/admin/v1${pathWith(path, given.params ?? {})}`, origin);
  target.search = new URLSearchParams(given.query).toString();
  const { body, contentType, ifMatch } = given;
  const isFile = body instanceof Uint8Array;
  const headers = new Headers();
  if (body !== undefined) headers.set("content-type", contentType ?? "application/json");
  if (ifMatch !== undefined) headers.set("if-match", ifMatch);
  if (method === "POST") headers.set("idempotency-key", given.idempotencyKey ?? randomKey());
  const bytes = isFile ? (body as Uint8Array<ArrayBuffer>) : JSON.stringify(body);
  return { method, target, headers, body: bytes ?? null };
}

/** A part that is empty, `.` or `..` would name another operation. */
function pathWith(path: string, params: Readonly<Record<string, string>>): string {
  return path.replace(/\{(\w+)\}/g, (_, name: string) => {
    const value = params[name] ?? "";
    if (/^\.{0,2}$/.test(value))
      throw new TypeError(`params.${name} cannot be ${JSON.stringify(value)}`);
    return encodeURIComponent(value);
  });
}

/** Throws `AdminProblem`, or the error of a lost connection. */
async function sent(name: string, target: URL, request: RequestInit): Promise<AnyResult> {
  const response = await fetch(target, request);
  const { status, headers } = response;
  const body = jsonIn(await response.text());
  const isExpected = response.ok && (status === 204 || body !== undefined);
  const etag = headers.get("etag");
  if (isExpected) return { body, ...(etag !== null && { etag }) };
  const isProblem = headers.get("content-type")?.startsWith("application/problem+json");
  const seconds = Number(headers.get("retry-after") ?? Number.NaN);
  const problem = isProblem ? (body as Partial<Problem> | undefined) : undefined;
  throw new AdminProblem(name, problem ?? {}, status, seconds >= 0 ? seconds : undefined);
}

function jsonIn(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}

function lost(name: string, error: unknown, isLate: boolean, timeoutMs: number): Error {
  const { cause } = error as { cause?: { message?: string; code?: string } };
  const reason = cause?.message || cause?.code || String(error);
  const why = isLate ? `no response within ${timeoutMs} ms` : reason;
  return new Error(`${name}: ${why}`, { cause: error });
}

function randomKey(): string {
  return randomBytes(16).toString("base64url");
}
