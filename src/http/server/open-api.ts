import software from "../../../package.json" with { type: "json" };
import { requestErrors } from "../../domain/errors.ts";
import { requestIdHeader } from "../../domain/logged-request.ts";
import type { Endpoint, Parameter } from "../operation/endpoint.ts";
import { type ComponentExamples, type Examples, examples, examplesAt } from "./examples.ts";

/** What programs call, and the two pages to which an application sends a user. The other pages are for users. */
export function openApiDocument(
  endpoints: readonly Endpoint[],
  serverUrl: string,
  recorded: Examples = examples(),
): object {
  const shown = examplesOf(endpoints.filter(isForApplications), recorded);
  const paths: Record<string, Record<string, object>> = {};
  for (const endpoint of endpoints.filter(isForApplications)) {
    for (const path of endpoint.paths) {
      const operations = endpoint.methods.map((method) => [
        method.toLowerCase(),
        operation(endpoint, path, method, shown),
      ]);
      paths[path] = Object.fromEntries(operations);
    }
  }
  return {
    openapi: "3.1.0",
    info: {
      title: "Countersign",
      version: software.version,
      description: `${software.description} Each operation names its chapter of docs/reference/interface.md.`,
    },
    servers: [{ url: serverUrl }],
    paths,
    components: {
      securitySchemes,
      schemas: { Errors: errorSchema },
      responses: {
        Rejected: rejected({ headers: errorHeaders }, shown),
        RejectedPage: rejected({}, shown),
      },
      examples: shown,
    },
  };
}

function examplesOf(endpoints: readonly Endpoint[], recorded: Examples): ComponentExamples {
  const all = endpoints.flatMap((endpoint) => {
    const { name } = endpoint;
    const { exchanges = [], rejections = [] } = recorded[name] ?? {};
    const [{ request = "", response = "" } = {}] = exchanges;
    const { code, message } = rejections[0] ?? {};
    return [
      [keyOf(name, "request"), formOf(endpoint) && bodyIn(request)],
      [keyOf(name, "response"), bodyIn(response)],
      [keyOf(name, "error"), code && { errors: [{ code, message }] }],
    ] as const;
  });
  const found = all.filter(([, value]) => value);
  return Object.fromEntries(found.map(([key, value]) => [key, { value }]));
}

/** `oauth2/token` → `oauth2.token.request` */
function keyOf(name: string, part: "request" | "response" | "error"): string {
  return `${name.replaceAll("/", ".")}.${part}`;
}

/** JSON, or the fields of a form. */
function bodyIn(http: string): unknown {
  const [, body] = http.split("\n\n");
  if (body === undefined) return undefined;
  if (/^[{[]/.test(body)) return JSON.parse(body);
  return Object.fromEntries(new URLSearchParams(body));
}

/** The fields of the body of a POST. */
function formOf({ fields, errorsAsOAuth2, reads }: Endpoint): readonly Parameter[] | undefined {
  return fields ?? (errorsAsOAuth2 && reads);
}

export function isForApplications({ produces, paths: [path] }: Endpoint): boolean {
  return produces !== "asset" && (produces !== "page" || path.startsWith("/oauth/"));
}

const securitySchemes = {
  oauth1: {
    type: "apiKey",
    in: "header",
    name: "Authorization",
    description:
      "OAuth 1.0a (RFC 5849), signed with HMAC-SHA1 unless the server accepts other methods. The oauth_* parameters may be in the header, a form body or the query.",
  },
  basic: {
    type: "http",
    scheme: "basic",
    description: "Consumer key and consumer secret (RFC 6749 §2.3.1).",
  },
  bearer: {
    type: "http",
    scheme: "bearer",
    description: "The application's bearer token (RFC 6750).",
  },
  session: { type: "apiKey", in: "cookie", name: "__Host-session" },
} as const;

type Scheme = keyof typeof securitySchemes;

const securityOf: Record<Endpoint["caller"]["scheme"], readonly Scheme[]> = {
  "signed by the consumer": ["oauth1"],
  "signed with a request token": ["oauth1"],
  "signed with an access token": ["oauth1"],
  "signed with an access token, or a bearer token": ["oauth1", "bearer"],
  "signed, or a bearer token": ["oauth1", "bearer"],
  Basic: ["basic"],
  "signed with an access token, or Basic by configuration": ["oauth1"],
  browser: ["session"],
  anonymous: [],
};

const errorSchema = {
  type: "object",
  required: ["errors"],
  properties: {
    errors: {
      type: "array",
      description: "The errors. There is one.",
      minItems: 1,
      items: {
        type: "object",
        required: ["code", "message"],
        properties: {
          code: {
            type: "integer",
            enum: [...new Set(Object.values(requestErrors).map((one) => one.code))],
            description: "Programs distinguish errors by it.",
          },
          message: { type: "string", description: "The error in words." },
        },
      },
    },
    error: { type: "string", description: "oauth2/token only (RFC 6749 §5.2)." },
    error_description: { type: "string", description: "oauth2/token only." },
  },
};

function operation(
  endpoint: Endpoint,
  path: string,
  method: string,
  shown: ComponentExamples,
): object {
  const security = securityOf[endpoint.caller.scheme].map((scheme) => ({ [scheme]: [] }));
  const form = method === "POST" ? formOf(endpoint) : undefined;
  return {
    operationId: `${method} ${path}`.replace(/[^A-Za-z0-9]+/g, "_"),
    summary: endpoint.summary,
    description: `docs/reference/interface.md §${endpoint.section}. Caller: ${endpoint.caller.scheme}.`,
    security,
    parameters: form ? [] : endpoint.reads.map((one) => queryParameter(one, endpoint)),
    ...(form && { requestBody: formBody(form, endpoint, shown) }),
    responses: {
      "200": success(endpoint, shown),
      ...(endpoint.produces === "page" && {
        "303": { description: "Redirects to another page or to the callback." },
      }),
      default: {
        $ref: `#/components/responses/${endpoint.produces === "page" ? "RejectedPage" : "Rejected"}`,
      },
    },
  };
}

function rejected(more: { readonly headers?: object }, shown: ComponentExamples): object {
  const errors = {
    schema: { $ref: "#/components/schemas/Errors" },
    ...examplesAt(
      Object.keys(shown).filter((key) => key.endsWith(".error")),
      shown,
    ),
  };
  return {
    description: "Rejected; docs/reference/errors.md lists every code.",
    ...more,
    content: { "application/json": errors },
  };
}

const errorHeaders = {
  "www-authenticate": {
    description:
      "With 401: a challenge for each scheme that the operation accepts, or for the scheme of the rejected credentials.",
    schema: { type: "string" },
  },
  [requestIdHeader]: {
    description:
      "Request ID. The application's owner and editors can use it to look up the request.",
    schema: { type: "string" },
  },
};

function queryParameter(parameter: Parameter, endpoint: Endpoint): object {
  const inHeader = parameter.name.startsWith("oauth_") && endpoint.produces !== "page";
  return {
    name: parameter.name,
    in: "query",
    required: parameter.required && !inHeader,
    description: inHeader
      ? `${parameter.meaning} ${parameter.required ? "Required, in" : "In"} the Authorization header, a form body or here.`
      : parameter.meaning,
    schema: schemaOf(parameter),
  };
}

function formBody(
  parameters: readonly Parameter[],
  { name }: Endpoint,
  shown: ComponentExamples,
): object {
  const properties = parameters.map((one) => [
    one.name,
    { ...schemaOf(one), description: one.meaning },
  ]);
  const schema = {
    type: "object",
    required: parameters.filter((one) => one.required).map((one) => one.name),
    properties: Object.fromEntries(properties),
  };
  const form = { schema, ...examplesAt([keyOf(name, "request")], shown) };
  return { required: true, content: { "application/x-www-form-urlencoded": form } };
}

function schemaOf(parameter: Parameter): object {
  return { type: "string", ...(parameter.values && { enum: parameter.values }) };
}

function success(endpoint: Endpoint, shown: ComponentExamples): object {
  const usual = {
    form: "application/x-www-form-urlencoded",
    json: "application/json",
    page: "text/html",
    asset: "text/css",
  };
  const type = endpoint.mediaType ?? usual[endpoint.produces];
  const fields = Object.entries(endpoint.responseFields ?? {});
  const schema =
    fields.length === 0
      ? { type: "string" }
      : {
          type: "object",
          required: fields.map(([name]) => name),
          properties: Object.fromEntries(
            fields.map(([name, description]) => [name, { description }]),
          ),
        };
  return {
    description: endpoint.summary,
    content: { [type]: { schema, ...examplesAt([keyOf(endpoint.name, "response")], shown) } },
  };
}
