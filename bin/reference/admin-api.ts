/** docs/reference/admin-api.md: each operation of the OpenAPI document, with a recorded call and its response. */
import { STATUS_CODES } from "node:http";
import { adminProblems } from "../../src/http/operation/admin-problem.ts";
import type { AdminExample, AdminExamples } from "../../src/http/server/admin/examples.ts";
import type { Document, Operation, Parameter } from "./admin-document.ts";
import { objectsOf } from "./admin-objects.ts";
import { anchorOf, generated, prettyJson, table } from "./page.ts";

const intro = `What programs of administrators call. [Automate](../guide/automate.md#the-admin-api) explains how to create a key and to repeat a call safely; [admin-openapi.json](admin-openapi.json) has the same for tools. \`npm run reference\` makes each call on this page to a service with a fixed clock, and a test compares the responses. Secrets in them are replaced by \`Example…\`.

- Paths follow \`/admin/v1\` at the internal address, here \`http://127.0.0.1:8081\`.
- Each call needs an API key. The table below has its role; the role manager includes viewer.
- Lists that take \`cursor\` and \`limit\` return a part. For the next one, send \`next_cursor\` as \`cursor\`.
- Every POST but those that only read takes the header \`Idempotency-Key\`: 1 to 255 printable ASCII characters that are hard to guess. For a day, the request runs once, and a repeated one gets the same response.
- Where \`If-Match\` is required, send the \`ETag\` that a GET returned, or \`*\` to skip the check.
- A time is in UTC, such as \`2026-05-03T09:00:00.000Z\`, and a date is such as \`2026-05-03\`.`;

export function adminApiPage(openApi: object, { operations, problems }: AdminExamples): string {
  const document = openApi as Document;
  const { typeOf, described, membersOf, chapter } = objectsOf(document);
  const entries = entriesOf(document, operations);
  const contents = table(
    ["operation", "what it does", "role"],
    entries.map(({ title, operation: { summary, security } }) => [
      `[\`${title}\`](#${anchorOf(title)})`,
      summary,
      security[0]?.apiKey[0] ?? "",
    ]),
  );
  const groups = document.tags.flatMap(({ name }) => [
    `## ${headingOf(name)}`,
    ...entries.filter(({ operation: { tags } }) => tags.includes(name)).map(section),
  ]);
  const problem = membersOf(document.components.schemas["Problem"] ?? {});
  const parts = [
    ...[intro, contents, ...groups],
    ...["## Errors", errors(problems), problem],
    ...["## Objects", ...chapter],
  ];
  return `# Admin API\n\n${generated}\n\n${parts.join("\n\n")}\n`;

  function section({ title, operation, parameters, example }: Entry): string {
    const { summary, operationId, requestBody, responses } = operation;
    const types = Object.keys(requestBody?.content ?? {});
    const body = requestBody?.content["application/json"]?.schema;
    const result = Object.values(responses)[0]?.content?.["application/json"]?.schema;
    const facts = [`- Name: \`${operationId}\``, ...ownErrors(operation, document)];
    const rows = parameters.map(({ name, in: where, required, schema, description = "" }) => {
      const type = typeOf(schema);
      return [`\`${name}\``, where, required ? type : `${type}, optional`, description];
    });
    return [
      `### \`${title}\``,
      `${summary}.`,
      facts.join("\n"),
      ...(rows.length === 0 ? [] : [table(["parameter", "in", "type", "meaning"], rows)]),
      ...(types.length > 1 ? [`Body: a file of the type ${types.join(" or ")}.`] : []),
      ...(body === undefined ? [] : [described("Body", body)]),
      ...(result === undefined ? [] : [described("Result", result)]),
      `\`\`\`sh\n${curlOf(title, example)}\n\`\`\``,
      `\`\`\`http\n${responseOf(example)}\n\`\`\``,
    ].join("\n\n");
  }
}

interface Entry {
  /** Such as `GET /applications/{id}`. */
  readonly title: string;
  readonly operation: Operation;
  readonly parameters: readonly Parameter[];
  readonly example: AdminExample;
}

function entriesOf({ paths }: Document, examples: AdminExamples["operations"]): readonly Entry[] {
  return Object.entries(paths).flatMap(([path, { parameters: ofPath, ...methods }]) =>
    Object.entries(methods as Record<string, Operation>).map(([method, operation]) => {
      const { operationId, parameters: own = [] } = operation;
      const example = examples[operationId];
      if (example === undefined) throw new Error(`no call of ${operationId} was recorded`);
      const all = [...((ofPath ?? []) as readonly Parameter[]), ...own];
      return {
        title: `${method.toUpperCase()} ${path.replace("/admin/v1", "")}`,
        operation,
        parameters: all.filter(({ name }) => name !== "Idempotency-Key"),
        example,
      };
    }),
  );
}

/** `api_keys` → `API keys` */
function headingOf(tag: string): string {
  return tag
    .replace("openapi", "OpenAPI")
    .replace(/^api/, "API")
    .replace(/^[a-z]/, (first) => first.toUpperCase())
    .replaceAll(/[_-]/g, " ");
}

/** These follow from the request alone, and the chapter about errors has them. */
const usual: readonly string[] = [
  ...["unauthorized", "forbidden", "origin-not-allowed", "host-not-allowed", "rate-limited"],
  ...["invalid-request", "body-too-large", "unsupported-media-type"],
  ...["request-in-progress", "request-outcome-unknown", "response-erased"],
  ...["idempotency-key-reused", "too-many-idempotency-keys"],
];

function ownErrors({ responses }: Operation, { components }: Document): string[] {
  const names = Object.values(responses).flatMap(({ $ref = "" }) => {
    const { description = "" } = components.responses[$ref.split("/").at(-1) ?? ""] ?? {};
    return [...description.matchAll(/\(`([\w-]+)`\)/g)].map(([, name = ""]) => name);
  });
  const own = names.filter((name) => !usual.includes(name));
  return own.length === 0
    ? []
    : [`- Errors: ${own.map((name) => `[${name}](#errors)`).join(", ")}`];
}

function errors(examples: AdminExamples["problems"]): string {
  const intro =
    "Errors are problem details (RFC 9457). `type` is `urn:countersign:problem:` and the name of the error; programs distinguish errors by it. Operations list the errors that depend on what is stored. All of them can return the others, such as those of a body or of an `Idempotency-Key` if the request has one. With 429 and 503, `Retry-After` has the seconds to wait.";
  const rows = Object.entries(adminProblems).map(([name, { status, title }]) => [
    `\`${name}\``,
    String(status),
    title,
  ]);
  const shown = JSON.stringify(examples["invalid-request"], null, 2);
  return [intro, table(["error", "status", "meaning"], rows), `\`\`\`json\n${shown}\n\`\`\``].join(
    "\n\n",
  );
}

function curlOf(title: string, example: AdminExample): string {
  const { params = {}, query = {}, ifMatch, body, contentType } = example;
  const [method = "", path = ""] = title.split(" ");
  const filled = path.replace(/\{(\w+)\}/g, (_, name: string) =>
    encodeURIComponent(params[name] ?? ""),
  );
  const search = new URLSearchParams(query).toString();
  const url = `http://127.0.0.1:8081/admin/v1${filled}${search === "" ? "" : `?${search}`}`;
  const usual = body === undefined ? "GET" : "POST";
  return [
    `curl ${/[?&]/.test(url) ? quoted(url) : url}`,
    ...(method === usual ? [] : [`--request ${method}`]),
    '--header "Authorization: Bearer $COUNTERSIGN_API_KEY"',
    ...(ifMatch === undefined ? [] : [`--header ${quoted(`If-Match: ${ifMatch}`)}`]),
    ...(contentType === undefined ? [] : [`--header ${quoted(`Content-Type: ${contentType}`)}`]),
    ...(contentType === undefined ? [] : ["--data-binary @icon.png"]),
    ...(body === undefined ? [] : [`--json ${quoted(prettyJson(body))}`]),
  ].join(" \\\n  ");
}

function quoted(text: string): string {
  return `'${text.replaceAll("'", "'\\''")}'`;
}

function responseOf({ status, location, etag, response }: AdminExample): string {
  return [
    `HTTP/1.1 ${status} ${STATUS_CODES[status]}`,
    ...(location === undefined ? [] : [`Location: ${location}`]),
    ...(etag === undefined ? [] : [`ETag: ${etag}`]),
    ...(response === undefined ? [] : ["", prettyJson(response)]),
  ].join("\n");
}
