/** Parses what a call sent with the schemas of its operation. */
import type { IncomingMessage } from "node:http";
import { z } from "zod";
import { parseForm, toText } from "#oauth1";
import { BadJson, parseJson } from "../../../domain/json.ts";
import { placeOf, validated } from "../../admin-api/input-problems.ts";
import type { AdminCall, AdminEndpoint, AdminOperation } from "../../operation/admin-operation.ts";
import { AdminProblem } from "../../operation/admin-problem.ts";
import type { PathParameters } from "../../operation/endpoint.ts";

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
    query: inputOf(operation.query ?? z.strictObject({}), parametersIn(query), "query"),
    body: bodyIn(operation, request, bytes),
  };
  if (operation.ifMatch === true && request.headers["if-match"] === undefined) {
    const detail = "Send the ETag of what you read as If-Match.";
    throw new AdminProblem("precondition-required", detail);
  }
  return parsed;
}

/** No operation has as many. */
const maxQueryParameters = 50;

function parametersIn(query: string): Record<string, string> {
  const pairs = parseForm(query, maxQueryParameters + 1);
  if (pairs.length > maxQueryParameters) {
    throw new AdminProblem(
      "invalid-request",
      `The query can have up to ${maxQueryParameters} parameters.`,
    );
  }
  const parameters = new Map<string, string>();
  for (const [nameBytes, valueBytes] of pairs) {
    const [name, value] = [toText(nameBytes), toText(valueBytes)];
    if (name === undefined || value === undefined) {
      const at = (name ?? "query").slice(0, maxName);
      throw invalid([{ at, detail: `${at} is not UTF-8.` }]);
    }
    if (parameters.has(name)) {
      const at = name.slice(0, maxName);
      throw invalid([{ at, detail: `${at} appears twice.` }]);
    }
    parameters.set(name, value);
  }
  return Object.fromEntries(parameters);
}

function bodyIn({ body, upload }: AdminOperation, request: IncomingMessage, bytes: Buffer) {
  const type = request.headers["content-type"]?.split(";", 1)[0]?.trim().toLowerCase();
  if (upload !== undefined) {
    if (type !== undefined && upload.includes(type)) return undefined;
    throw new AdminProblem("unsupported-media-type", `Send one of ${upload.join(", ")}.`);
  }
  if (body === undefined) {
    if (bytes.length === 0) return undefined;
    throw invalid([{ at: "body", detail: "This operation has no request body; send none." }]);
  }
  // A form of another site could send any other type without a preflight.
  if (type !== "application/json") {
    throw new AdminProblem("unsupported-media-type", "Send application/json.");
  }
  return inputOf(body, jsonIn(bytes), "body");
}

/** A configuration with a thousand applications has room. */
const jsonBounds = { maxEntries: 1000, maxValues: 20_000 };

function jsonIn(bytes: Buffer): unknown {
  try {
    return parseJson(bytes, jsonBounds);
  } catch (error) {
    if (!(error instanceof BadJson)) throw error;
    const at = error.member?.slice(0, maxName) ?? "body";
    throw invalid([{ at, detail: `The body ${error.message}.` }]);
  }
}

function inputOf<Value>(
  schema: z.ZodType<Value>,
  value: unknown,
  where: "body" | "query",
  before: readonly PropertyKey[] = [],
): Value {
  const result = validated(schema, value, where === "body" ? "member" : "parameter");
  if (result.ok) return result.value;
  throw invalid(
    result.problems.map(({ path, words }) => {
      const at = placeOf([...before, ...path]).slice(0, maxName) || where;
      return { at, detail: `${at === where ? `The ${where}` : at}${words}.` };
    }),
  );
}

export const validatedPart: AdminCall["server"]["validated"] = (schema, value, path) =>
  inputOf(schema, value, "body", path);

const maxName = 100;

function invalid(errors: readonly { at: string; detail: string }[]): AdminProblem {
  const all = errors.map(({ detail }) => detail).join(" ");
  return new AdminProblem("invalid-request", all, { errors });
}
