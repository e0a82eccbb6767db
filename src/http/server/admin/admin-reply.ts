/** Results and problems as responses. */
import { hash } from "node:crypto";
import { BeyondApiKey } from "../../../domain/errors.ts";
import { asRequestError } from "../../../verification/error-response.ts";
import { type AdminOperation, JsonPieces } from "../../operation/admin-operation.ts";
import {
  AdminProblem,
  type AdminProblemName,
  adminProblems,
  problemType,
} from "../../operation/admin-problem.ts";
import { type InternalReply, internalReply } from "../../operation/internal-endpoint.ts";

export function resultReply(
  { creates, response, location, tagged }: AdminOperation,
  result: unknown,
): InternalReply {
  if (response === undefined) return { status: 204, body: "" };
  if (result instanceof JsonPieces) return { ...internalReply(200, {}), body: result.pieces };
  return internalReply(creates ? 201 : 200, result, {
    ...(location !== undefined && { location: location(result) }),
    ...(tagged && { etag: etagOf(result) }),
  });
}

/** What a GET returns has the tag that `If-Match` must have. */
function etagOf(representation: unknown): string {
  return `"${hash("sha256", JSON.stringify(representation), "base64url").slice(0, 27)}"`;
}

export function assertMatchOf({ ifMatch }: AdminOperation, given: string | undefined) {
  return (present: unknown): void => {
    if (ifMatch !== true || given?.trim() === "*") return;
    const tags = (given ?? "").split(",").map((one) => one.trim());
    if (tags.includes(etagOf(present))) return;
    throw new AdminProblem("precondition-failed", "Read it again, and reapply your change.");
  };
}

/** RFC 9457. `id` leads to the log, which has the reason. */
export function problemReply(
  error: unknown,
  id: string,
  warn: (reason: string) => void,
): InternalReply {
  const { problem, message, more } = asProblem(error, id, warn);
  const { status, title } = adminProblems[problem];
  const { errors, headers } = more;
  const type = problemType(problem);
  const body = { type, title, status, detail: message, instance: id, ...(errors && { errors }) };
  return internalReply(status, body, { "content-type": "application/problem+json", ...headers });
}

function asProblem(error: unknown, id: string, warn: (reason: string) => void): AdminProblem {
  if (error instanceof AdminProblem) return error;
  if (error instanceof BeyondApiKey) return new AdminProblem("forbidden", beyondApiKey);
  const rejection = asRequestError(error, id);
  const { row, more, message } = rejection;
  warn(`${id}: ${more.reason ?? message}`);
  const { retryAfterSeconds = row.retryAfterSeconds } = more;
  const headers = { ...(retryAfterSeconds && { "retry-after": String(retryAfterSeconds) }) };
  const name = names[rejection.rejection] ?? "internal-error";
  return new AdminProblem(name, name === "internal-error" ? `Request ${id}` : message, { headers });
}

const beyondApiKey =
  "An API key can't change who is an administrator, or how one signs in. Use the pages, or the command line.";

const names: Partial<Record<string, AdminProblemName>> = {
  rateLimited: "rate-limited",
  overCapacity: "over-capacity",
  outcomeUnknown: "outcome-unknown",
};
