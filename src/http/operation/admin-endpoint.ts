/**
 * An operation of the admin API as a value: who may call it, what it takes, returns and does. The server routes, parses
 * and checks by it, and the OpenAPI document is generated from it.
 */
import type { z } from "zod";
import type { ResponseSubjects, ReturnedSecret } from "../../domain/admin-request.ts";
import type { ApiKey, ApiKeyRole } from "../../domain/api-key.ts";
import type { AuditContext } from "../../domain/audit.ts";
import type { Awaitable } from "../../domain/awaitable.ts";
import type { Dependencies } from "../../verification/dependencies.ts";
import type { AdminProblemName } from "./admin-problem.ts";
import type { InternalCall } from "./internal-endpoint.ts";

export type AdminMethod = "GET" | "POST" | "PUT" | "PATCH" | "DELETE";

/** Everything at one path. */
export interface AdminEndpoint {
  readonly path: string;
  readonly params: z.ZodObject;
  readonly operations: readonly AdminOperation[];
}

interface Definition<
  Params extends z.ZodObject,
  Query extends z.ZodObject,
  Body extends z.ZodType,
  Result extends z.ZodType,
> {
  readonly method: AdminMethod;
  /** Unique; generated clients name their methods by it. */
  readonly name: string;
  readonly summary: string;
  readonly role: ApiKeyRole;
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

/** Any operation, once its types have done their work. */
export type AdminOperation = Omit<
  Definition<z.ZodObject, z.ZodObject, z.ZodType, z.ZodType>,
  "run" | "about"
> & {
  readonly about?: (
    call: { readonly params: unknown; readonly body: unknown },
    result: unknown,
  ) => ResponseSubjects;
  readonly run: (call: AdminCall) => Awaitable<unknown>;
};

export interface AdminCall<Params = unknown, Query = unknown, Body = unknown>
  extends Pick<InternalCall, "health" | "readiness"> {
  readonly params: Params;
  readonly query: Query;
  readonly body: Body;
  /** The body of an upload. */
  readonly bytes: Buffer;
  readonly key: ApiKey;
  readonly by: AuditContext;
  readonly dependencies: Dependencies;
  /** Awaited between the steps of long work: other requests run, and the work ends here if its caller has left. */
  readonly pause: () => Promise<void>;
  /** Throws 412 if `present`, what a GET would return now, is not what `If-Match` names. */
  readonly assertMatch: (present: unknown) => void;
  /** For parts of a body whose schema leaves them out, at this path. Throws 400 as for the body. */
  readonly validated: <Value>(
    schema: z.ZodType<Value>,
    value: unknown,
    path: readonly PropertyKey[],
  ) => Value;
  /** The OpenAPI document. */
  readonly document: () => object;
}

/** `params` has a schema for each part of the path that varies. */
export function adminEndpoint<Params extends z.ZodObject>(
  path: string,
  params: Params,
  define: (operation: DefineOperation<Params>) => readonly AdminOperation[],
): AdminEndpoint {
  return { path, params, operations: define((one) => one as unknown as AdminOperation) };
}

type DefineOperation<Params extends z.ZodObject> = <
  Query extends z.ZodObject = z.ZodObject<Record<never, never>>,
  Body extends z.ZodType = z.ZodUndefined,
  Result extends z.ZodType = z.ZodVoid,
>(
  definition: Definition<Params, Query, Body, Result>,
) => AdminOperation;
