import { AdminOperations, Problem } from '../../../packages/client/src/admin-operations.ts';
export * from '../../../packages/client/src/admin-operations.ts';

interface AdminClientOptions {
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
type AdminOperationName = keyof AdminOperations;
/** `params`, `query`, `body`, `ifMatch` and `idempotencyKey`, as the operation has them. */
type AdminCallOptions<Name extends AdminOperationName> = Omit<AdminOperations[Name], "result"> & {
    readonly signal?: AbortSignal;
};
/** The body of the response, and its `ETag` if a change may send it as `ifMatch`. */
type AdminResult<Name extends AdminOperationName> = AdminOperations[Name]["result"];
/** The operations that return a list in pages. */
type AdminListName = {
    [Name in AdminOperationName]: AdminResult<Name> extends {
        readonly body: Page;
    } ? Name : never;
}[AdminOperationName];
type AdminListItem<Name extends AdminListName> = AdminResult<Name>["body"]["data"][number];
interface Page {
    readonly data: readonly unknown[];
    readonly next_cursor: string | null;
}
/** The last argument may be left out if nothing in it is required. */
type Optional<Options> = object extends Options ? [options?: Options] : [options: Options];
interface AdminClient {
    /**
     * Throws `AdminProblem` for a response that is not a success. A call is sent again after 429, after 503 if nothing
     * was changed, and, if it is a GET or a POST, after a lost connection. Every POST has an `Idempotency-Key`, the given
     * one or a random one, so that it runs once.
     */
    call<Name extends AdminOperationName>(name: Name, ...options: Optional<AdminCallOptions<Name>>): Promise<AdminResult<Name>>;
    /** Everything in a list, page after page. */
    list<Name extends AdminListName>(name: Name, ...options: Optional<AdminCallOptions<Name>>): AsyncGenerator<AdminListItem<Name>, void, undefined>;
}
/** The problem details (RFC 9457) of a response. */
declare class AdminProblem extends Error {
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
    constructor(operation: string, problem: Partial<Problem>, status: number, retryAfter?: number);
}
/** Throws a TypeError if the URL or the key cannot be one. */
declare function adminClient(options: AdminClientOptions): AdminClient;

export { AdminProblem, adminClient };
export type { AdminCallOptions, AdminClient, AdminClientOptions, AdminListItem, AdminListName, AdminOperationName, AdminResult };
