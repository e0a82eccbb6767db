/**
 * An operation of the admin API as a value: who may call it, what it takes, returns and does. The server routes, parses
 * and checks by it, and the OpenAPI document and administrators' commands follow from it.
 */
import { z } from "zod";
import type { ResponseSubjects, ReturnedSecret } from "../../domain/admin-request.ts";
import type { ApiKeyRole, FoundApiKey } from "../../domain/api-key.ts";
import type { AuditContext } from "../../domain/audit.ts";
import type { Awaitable } from "../../domain/awaitable.ts";
import type { Action, ActionParts, ActionProblem } from "./action.ts";
import type { AdminProblemName } from "./admin-problem.ts";
import type { InternalCall } from "./internal-endpoint.ts";

const methods = ["GET", "POST", "PUT", "PATCH", "DELETE"] as const;
export type AdminMethod = (typeof methods)[number];

/** Everything at one path. */
export interface AdminEndpoint {
  readonly path: string;
  readonly params: z.ZodObject;
  readonly operations: readonly RoutedOperation[];
}

export type RoutedOperation = AdminOperation & { readonly method: AdminMethod };

/** The operations among these values that have a URL, by their paths. */
export function endpointsOf(values: readonly unknown[]): readonly AdminEndpoint[] {
  const routed = values.filter(isRouted).map((one) => {
    const [method, path] = one.at.split(" ") as [AdminMethod, string];
    return { operation: { ...one, method }, path };
  });
  const byPath = Object.entries(Object.groupBy(routed, ({ path }) => path));
  return byPath.toSorted().map(([path, all = []]) => ({
    path,
    params: all[0]?.operation.params ?? z.strictObject({}),
    operations: all
      .map(({ operation }) => operation)
      .toSorted((one, other) => methods.indexOf(one.method) - methods.indexOf(other.method)),
  }));
}

function isRouted(value: unknown): value is AdminOperation & { readonly at: OperationUrl } {
  return typeof value === "object" && value !== null && "at" in value && "run" in value;
}

type OperationUrl = `${AdminMethod} /admin/v1${string}`;

interface Definition<
  Params extends z.ZodObject,
  Query extends z.ZodObject,
  Body extends z.ZodType,
  Result extends z.ZodType,
> {
  /** Its method and path. Without one, only commands run it. */
  readonly at?: OperationUrl;
  /** The action of which this is the view in the API, with its name. Without one, the operation has its own. */
  readonly of?: AnyAction;
  /** Unique; generated clients name their methods by it. */
  readonly name?: string;
  readonly summary: string;
  /** An action needs a manager's key by default, and everything else a viewer's. */
  readonly role?: ApiKeyRole;
  /** A schema for each part of the path that varies: the same for all operations of a path. */
  readonly params?: Params;
  readonly query?: Query;
  /** JSON, or the bytes of a file of these media types. */
  readonly body?: Body;
  readonly upload?: readonly string[];
  readonly maxBodyBytes?: number;
  /** The schema of the response; without it, the response is 204. */
  readonly response?: Result;
  /** It creates something: the response is 201. */
  readonly creates?: true;
  /** The path at which the created object can be read. */
  readonly location?: (created: z.input<Result>) => string;
  /** The response has an `ETag`. */
  readonly tagged?: true;
  /** The operation is a POST that changes nothing: it runs each time, and its response is not stored. */
  readonly changesNothing?: true;
  /** Whose data the response has. A stored response is erased when they are deleted. */
  readonly about?: (
    call: { readonly params: z.output<Params>; readonly body: z.output<Body> },
    result: z.input<Result>,
  ) => ResponseSubjects;
  /** The secret in the response. An event records each time that it is returned again. */
  readonly returnsSecret?: ReturnedSecret;
  /** `If-Match` must have the `ETag` that was read, because others may change the same thing. */
  readonly ifMatch?: true;
  /** Besides those that every operation may return. */
  readonly problems?: readonly AdminProblemName[];
  readonly run: (
    call: AdminCall<z.output<Params>, z.output<Query>, z.output<Body>>,
  ) => Awaitable<z.input<Result> | JsonPieces>;
}

/** The JSON of a response, in pieces. */
export class JsonPieces {
  readonly pieces: AsyncIterable<string>;

  constructor(pieces: AsyncIterable<string>) {
    this.pieces = pieces;
  }
}

interface AnyAction extends Pick<Action<never, unknown>, "name"> {
  readonly rejections: Readonly<Record<string, ActionProblem>>;
}

/** Any operation, once its types have done their work. */
export type AdminOperation<Result = unknown> = Omit<
  Definition<z.ZodObject, z.ZodObject, z.ZodType, z.ZodType>,
  "run" | "about" | "of" | "params"
> & {
  readonly params: z.ZodObject | undefined;
  readonly name: string;
  readonly role: ApiKeyRole;
  readonly problems: readonly AdminProblemName[];
  readonly about?: (
    call: { readonly params: unknown; readonly body: unknown },
    result: unknown,
  ) => ResponseSubjects;
  readonly run: (call: AdminCall) => Awaitable<Result>;
};

/** A call of an operation, by a program or a command. */
export interface AdminCall<Params = unknown, Query = unknown, Body = unknown> {
  readonly params: Params;
  readonly query: Query;
  readonly body: Body;
  readonly by: AuditContext;
  readonly dependencies: ActionParts;
  /** Awaited between the steps of long work: other requests run, and the work ends here if its caller has left. */
  readonly pause: () => Promise<void>;
  /** Throws 412 if `present`, what a GET would return now, is not what `If-Match` names. */
  readonly assertMatch: (present: unknown) => void;
  /** What only the server has. No command runs an operation that needs it. */
  readonly server: ServerCall;
}

interface ServerCall extends Pick<InternalCall, "dependencies" | "health" | "readiness"> {
  /** The body of an upload. */
  readonly bytes: Buffer;
  /** For parts of a body whose schema leaves them out, at this path. Throws 400 as for the body. */
  readonly validated: <Value>(
    schema: z.ZodType<Value>,
    value: unknown,
    path: readonly PropertyKey[],
  ) => Value;
  /** The key of the call, read again. Throws 401 if it works no longer. */
  readonly apiKey: () => Promise<FoundApiKey>;
  /** The OpenAPI document. */
  readonly document: () => object;
}

export function operation<
  Params extends z.ZodObject = z.ZodObject<Record<never, never>>,
  Query extends z.ZodObject = z.ZodObject<Record<never, never>>,
  Body extends z.ZodType = z.ZodUndefined,
  Result extends z.ZodType = z.ZodVoid,
>({
  of,
  name = of?.name ?? "",
  role = of === undefined ? "viewer" : "manager",
  problems = [],
  ...definition
}: Definition<Params, Query, Body, Result>): AdminOperation<z.input<Result>> {
  const rejections = Object.values(of?.rejections ?? {}).map(([problem]) => problem);
  const all = [...new Set([...problems, ...rejections])];
  return { ...definition, name, role, problems: all } as unknown as AdminOperation<z.input<Result>>;
}
