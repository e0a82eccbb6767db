/** Parses what a call sent with the schemas of its operation. */
import type { IncomingMessage } from "node:http";
import { z } from "zod";
import type { AdminEndpoint, AdminOperation } from "../../../verification/admin-endpoint.ts";
import { AdminProblem } from "../../../verification/admin-problem.ts";
import type { PathParameters } from "../../../verification/endpoint.ts";

interface Sent {
  readonly endpoint: AdminEndpoint;
  readonly operation: AdminOperation;
  readonly parameters: PathParameters;
  readonly query: string;
  readonly request: IncomingMessage;
  readonly bytes: Buffer;
}

/** Throws 400, 404, 415 or 428. Unknown members and parameters are rejected by name. */
export function parsedCall({ endpoint, operation, parameters, query, request, bytes }: Sent) {
  const params = endpoint.params.safeParse(parameters);
  if (!params.success) throw new AdminProblem("not-found", "The path contains an impossible ID.");
  const parsed = {
    params: params.data,
    query: validated(operation.query ?? z.strictObject({}), parametersIn(query), "query"),
    body: bodyIn(operation, request, bytes),
  };
  if (operation.ifMatch === true && request.headers["if-match"] === undefined) {
    const detail = "Send the ETag of what you read as If-Match.";
    throw new AdminProblem("precondition-required", detail);
  }
  return parsed;
}

function parametersIn(query: string): Record<string, string> {
  const pairs = [...new URLSearchParams(query)];
  const names = pairs.map(([name]) => name);
  const twice = names.find((name, at) => names.indexOf(name) !== at);
  if (twice === undefined) return Object.fromEntries(pairs);
  throw invalid([{ at: twice.slice(0, maxName), detail: "The parameter appears twice." }]);
}

function bodyIn({ body, upload }: AdminOperation, request: IncomingMessage, bytes: Buffer) {
  const type = request.headers["content-type"]?.split(";", 1)[0]?.trim().toLowerCase();
  if (upload !== undefined) {
    if (type !== undefined && upload.includes(type)) return undefined;
    throw new AdminProblem("unsupported-media-type", `Send one of ${upload.join(", ")}.`);
  }
  if (body === undefined) {
    if (bytes.length === 0) return undefined;
    throw invalid([{ at: "body", detail: "This operation has no request body." }]);
  }
  // A form of another site could send any other type without a preflight.
  if (type !== "application/json") {
    throw new AdminProblem("unsupported-media-type", "Send application/json.");
  }
  return validated(body, jsonIn(bytes), "body");
}

function jsonIn(bytes: Buffer): unknown {
  try {
    return JSON.parse(new TextDecoder("utf-8", { fatal: true }).decode(bytes), known);
  } catch (error) {
    if (error instanceof AdminProblem) throw error;
    throw invalid([{ at: "body", detail: "The body is not JSON in UTF-8." }]);
  }
}

/** Schemas of records leave this name out without a word. */
function known(name: string, value: unknown): unknown {
  if (name !== "__proto__") return value;
  throw invalid([{ at: name, detail: "There is no member of this name." }]);
}

function validated(schema: z.ZodType, value: unknown, where: string): unknown {
  const result = schema.safeParse(value);
  if (result.success) return result.data;
  throw invalid(result.error.issues.slice(0, maxIssues).flatMap((one) => told(one, where)));
}

const maxIssues = 20;
const maxName = 100;

function told(issue: z.core.$ZodIssue, where: string): { at: string; detail: string }[] {
  const path = issue.path.map(String);
  if (issue.code === "unrecognized_keys") {
    return issue.keys.slice(0, maxIssues).map((name) => ({
      at: [...path, name].join(".").slice(0, maxName),
      detail: `There is no ${where === "body" ? "member" : "parameter"} of this name.`,
    }));
  }
  return [{ at: path.join(".").slice(0, maxName) || where, detail: issue.message }];
}

function invalid(errors: readonly { at: string; detail: string }[]): AdminProblem {
  const first = errors.map(({ at, detail }) => `${at}: ${detail}`).join(" ");
  return new AdminProblem("invalid-request", first, { errors });
}
