/** The OpenAPI 3.1 document of the admin API, from the values that route and parse its calls. */
import { z } from "zod";
import software from "../../../../package.json" with { type: "json" };
import type {
  AdminEndpoint,
  AdminOperation,
  RoutedOperation,
} from "../../operation/admin-operation.ts";
import {
  type AdminProblemName,
  adminProblems,
  problemType,
} from "../../operation/admin-problem.ts";

import { type ComponentExamples, examplesAt } from "../examples.ts";
import { type AdminExamples, adminExamples } from "./examples.ts";

type Schema = Record<string, unknown>;

/** What several operations share stands once, among the document's components. */
interface Components {
  readonly schemas: Record<string, Schema>;
  readonly responses: Record<string, Schema>;
  readonly examples: ComponentExamples;
}

export function adminDocument(
  endpoints: readonly AdminEndpoint[],
  recorded: AdminExamples = adminExamples(),
): object {
  const components: Components = {
    schemas: { Problem: problemSchema },
    responses: {},
    examples: examplesOf(endpoints, recorded),
  };
  const paths = Object.fromEntries(
    endpoints.map(({ path, params, operations }) => [
      path.replace(/:(\w+)/g, "{$1}"),
      {
        ...(Object.keys(params.shape).length > 0 && {
          parameters: parametersOf(params, "path", operations[0]?.name ?? "", components),
        }),
        ...Object.fromEntries(
          operations.map((one) => [one.method.toLowerCase(), operationOf(one, path, components)]),
        ),
      },
    ]),
  );
  return {
    openapi: "3.1.0",
    info: {
      title: "Countersign admin API",
      version: software.version,
      description:
        "Served at the internal address, for administrators' programs. Every call requires an API key. The `security` of an operation names the role that the key needs; the role manager includes viewer. Problems follow RFC 9457.",
      license: { name: software.license, identifier: software.license },
    },
    servers: [{ url: "/", description: "The internal address." }],
    tags: tagsOf(endpoints),
    paths,
    components: {
      securitySchemes: {
        apiKey: {
          type: "http",
          scheme: "bearer",
          description: "An API key: `countersign api-key create` prints it once.",
        },
      },
      ...components,
    },
  };
}

/** The parameters of a path are those of its first operation. */
function examplesOf(
  endpoints: readonly AdminEndpoint[],
  { operations: recorded, problems }: AdminExamples,
): ComponentExamples {
  const values = endpoints.flatMap(({ operations }) =>
    operations.flatMap(({ name }, at) => {
      const { params, query, body, response } = recorded[name] ?? {};
      return Object.entries({ ...(at === 0 && params), ...query, body, response })
        .filter(([, value]) => value !== undefined)
        .map(([part, value]) => [`${name}.${part}`, { value }] as const);
    }),
  );
  const ofProblems = Object.entries(problems).map(
    ([name, value]) => [`problem.${name}`, { value }] as const,
  );
  return Object.fromEntries([...values, ...ofProblems]);
}

const problemSchema: Schema = {
  type: "object",
  required: ["type", "title", "status", "detail", "instance"],
  properties: {
    type: {
      type: "string",
      enum: (Object.keys(adminProblems) as AdminProblemName[]).map(problemType),
      description: "Which problem it is. Programs distinguish problems by it.",
    },
    title: { type: "string", description: "The problem in words, the same for each type." },
    status: { type: "integer", description: "The status of the response." },
    detail: { type: "string", description: "What to do." },
    instance: { type: "string", description: "The request's ID in the log." },
    errors: {
      type: "array",
      description: "The problem with each member or parameter.",
      items: {
        type: "object",
        required: ["at", "detail"],
        properties: {
          at: { type: "string", description: "The member or parameter." },
          detail: { type: "string", description: "What is wrong with it." },
        },
      },
    },
  },
};

/** `/admin/v1/applications/:id/icon` → `applications`. */
function tagOf(path: string): string {
  return path.split("/")[3]?.replace(/\..*$/, "") ?? "";
}

function tagsOf(endpoints: readonly AdminEndpoint[]): object[] {
  const names = [...new Set(endpoints.map(({ path }) => tagOf(path)))];
  return names.map((name) => ({ name, description: `Everything below /admin/v1/${name}.` }));
}

function operationOf(operation: RoutedOperation, path: string, components: Components): object {
  const { name, summary, role, query, ifMatch } = operation;
  const parameters = [
    ...(query === undefined ? [] : parametersOf(query, "query", name, components)),
    ...(isRepeatable(operation) ? [idempotencyKey] : []),
    ...(ifMatch ? [ifMatchHeader] : []),
  ];
  return {
    operationId: name,
    summary,
    tags: [tagOf(path)],
    security: [{ apiKey: [role] }],
    ...(parameters.length > 0 && { parameters }),
    ...requestBodyOf(operation, components),
    responses: { ...success(operation, components), ...problemsOf(operation, components) },
  };
}

function isRepeatable({ method, changesNothing }: RoutedOperation): boolean {
  return method === "POST" && !changesNothing;
}

const idempotencyKey = {
  name: "Idempotency-Key",
  in: "header",
  required: false,
  description:
    "1 to 255 printable ASCII characters that are hard to guess. For a day, the request runs once.",
  schema: { type: "string", maxLength: 255 },
};

const ifMatchHeader = {
  name: "If-Match",
  in: "header",
  required: true,
  description: "The ETag that a GET returned, or `*` to skip the check.",
  schema: { type: "string" },
};

function parametersOf(
  object: z.ZodObject,
  where: "path" | "query",
  operation: string,
  components: Components,
): object[] {
  const { properties = {}, required = [] } = schemaOf(object, "input", components) as {
    properties?: Record<string, Schema>;
    required?: readonly string[];
  };
  return Object.entries(properties).map(([name, { description, ...schema }]) => ({
    name,
    in: where,
    required: required.includes(name),
    ...(description !== undefined && { description }),
    schema,
    ...examplesAt([`${operation}.${name}`], components.examples),
  }));
}

function requestBodyOf({ name, body, upload }: AdminOperation, components: Components): object {
  if (upload !== undefined) {
    const content = Object.fromEntries(upload.map((type) => [type, { schema: {} }]));
    return { requestBody: { required: true, content } };
  }
  if (body === undefined) return {};
  const schema = schemaOf(body, "input", components);
  const json = { schema, ...examplesAt([`${name}.body`], components.examples) };
  return { requestBody: { required: true, content: { "application/json": json } } };
}

function success(operation: AdminOperation, components: Components): object {
  const { name, response, creates, location, tagged } = operation;
  if (response === undefined) return { "204": { description: "It is done." } };
  const headers = {
    ...(location !== undefined && { Location: { schema: { type: "string" } } }),
    ...(tagged && { ETag: { schema: { type: "string" } } }),
  };
  const json = {
    schema: schemaOf(response, "output", components),
    ...examplesAt([`${name}.response`], components.examples),
  };
  return {
    [creates ? "201" : "200"]: {
      description: creates ? "It is created." : "The result.",
      ...(Object.keys(headers).length > 0 && { headers }),
      content: { "application/json": json },
    },
  };
}

/** Several problems may share one status. */
function problemsOf(operation: RoutedOperation, components: Components): object {
  const { body, upload, query, role, method, ifMatch, problems = [] } = operation;
  const names: AdminProblemName[] = [
    ...((body ?? upload ?? query ?? method === "POST") ? (["invalid-request"] as const) : []),
    ...(["unauthorized", "origin-not-allowed"] as const),
    ...(role === "manager" ? (["forbidden"] as const) : []),
    ...((body ?? upload) ? (["body-too-large", "unsupported-media-type"] as const) : []),
    ...(ifMatch ? (["precondition-failed", "precondition-required"] as const) : []),
    ...(isRepeatable(operation) ? repetitionProblems : []),
    ...(["host-not-allowed", "rate-limited"] as const),
    ...problems,
  ];
  const byStatus = Map.groupBy(new Set(names), (name) => adminProblems[name].status);
  const responses = [...byStatus].map(([status, all]) => [
    status,
    problemResponse(
      all.map(pascal).join("Or"),
      all.map((name) => `${adminProblems[name].title} (\`${name}\`)`).join(" "),
      all,
      components,
    ),
  ]);
  return {
    ...Object.fromEntries(responses),
    default: problemResponse(
      "Other",
      "Another problem, identified by its type.",
      ["method-not-allowed"],
      components,
    ),
  };
}

function pascal(name: AdminProblemName): string {
  return name.replace(/(?:^|-)(.)/g, (_, first: string) => first.toUpperCase());
}

const repetitionProblems = [
  "request-in-progress",
  "request-outcome-unknown",
  "response-erased",
  "idempotency-key-reused",
  "too-many-idempotency-keys",
] as const satisfies readonly AdminProblemName[];

function problemResponse(
  name: string,
  description: string,
  problems: readonly AdminProblemName[],
  components: Components,
): object {
  const problem = {
    schema: { $ref: "#/components/schemas/Problem" },
    ...examplesAt(
      problems.map((one) => `problem.${one}`),
      components.examples,
    ),
  };
  components.responses[name] = {
    description,
    headers: { "Retry-After": { schema: { type: "integer" }, description: "In seconds." } },
    content: { "application/problem+json": problem },
  };
  return { $ref: `#/components/responses/${name}` };
}

/** Schemas with a name appear once, among the components. */
function schemaOf(schema: z.ZodType, io: "input" | "output", { schemas }: Components): Schema {
  const json = z.toJSONSchema(schema, {
    ...{ io, target: "draft-2020-12" },
    // The options of a union are one list, whether a member tells them apart or not.
    override({ jsonSchema }) {
      if (jsonSchema.oneOf === undefined) return;
      jsonSchema.anyOf = jsonSchema.oneOf;
      delete jsonSchema.oneOf;
    },
  }) as Schema;
  const {
    $schema: _,
    $defs = {},
    ...own
  } = referring(json) as Schema & {
    $defs?: Record<string, Schema>;
  };
  for (const [name, { id: __, ...one }] of Object.entries($defs)) schemas[name] = one;
  const { id, ...inline } = own;
  if (typeof id !== "string") return inline;
  schemas[id] = inline;
  return { $ref: `#/components/schemas/${id}` };
}

function referring(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(referring);
  if (typeof value !== "object" || value === null) return value;
  const pairs = Object.entries(value).map(([name, one]) =>
    name === "$ref" && typeof one === "string"
      ? [name, one.replace("#/$defs/", "#/components/schemas/")]
      : [name, referring(one)],
  );
  return Object.fromEntries(pairs);
}
