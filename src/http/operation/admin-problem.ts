/** What the admin API returns instead of a result: problem details (RFC 9457). Types are stable. */

export const adminProblems = {
  "invalid-request": { status: 400, title: "The request is not valid." },
  unauthorized: { status: 401, title: "An API key is required." },
  forbidden: { status: 403, title: "The API key doesn't allow this." },
  "origin-not-allowed": { status: 403, title: "Browsers can't call this API." },
  "not-found": { status: 404, title: "Not found." },
  "method-not-allowed": { status: 405, title: "This path doesn't support this method." },
  conflict: { status: 409, title: "The change conflicts with the current state." },
  "request-in-progress": { status: 409, title: "The same request is in progress." },
  "request-outcome-unknown": {
    status: 409,
    title: "The same request has changed something, but its response was lost.",
  },
  "response-erased": {
    status: 410,
    title: "The same request was made, and its response was erased.",
  },
  "precondition-failed": { status: 412, title: "It has changed since you read it." },
  "body-too-large": { status: 413, title: "The body is too large." },
  "unsupported-media-type": { status: 415, title: "The body has the wrong media type." },
  "host-not-allowed": { status: 421, title: "This host is not the internal address." },
  "idempotency-key-reused": { status: 422, title: "The key was used for another request." },
  rejected: { status: 422, title: "A rule of the service rejects the change." },
  "precondition-required": { status: 428, title: "If-Match is required." },
  "too-many-idempotency-keys": {
    status: 429,
    title: "Too many responses are stored for this API key.",
  },
  "rate-limited": { status: 429, title: "This API key has made too many requests." },
  "internal-error": { status: 500, title: "The service failed." },
  "over-capacity": {
    status: 503,
    title: "The service can't do this right now; nothing was changed.",
  },
  "outcome-unknown": { status: 503, title: "The change may or may not have been made." },
} as const satisfies Readonly<Record<string, { readonly status: number; readonly title: string }>>;

export type AdminProblemName = keyof typeof adminProblems;

export interface ProblemDetails {
  /** The problem with each member or parameter. */
  readonly errors?: readonly { readonly at: string; readonly detail: string }[];
  readonly headers?: Readonly<Record<string, string>>;
}

/** `message` is the `detail` of the response, with the solution. */
export class AdminProblem extends Error {
  readonly problem: AdminProblemName;
  readonly more: ProblemDetails;

  constructor(problem: AdminProblemName, message: string, more: ProblemDetails = {}) {
    super(message);
    this.problem = problem;
    this.more = more;
  }
}

export function problemType(name: AdminProblemName): string {
  return `urn:countersign:problem:${name}`;
}
