/** docs/reference/endpoints.md: what programs call, with recorded requests, responses and errors. */
import { readFileSync } from "node:fs";
import { limits } from "../../src/domain/limits.ts";
import { endpoints, internalEndpoints } from "../../src/http/endpoints/index.ts";
import type { Endpoint, Parameter } from "../../src/http/operation/endpoint.ts";
import type { InternalEndpoint } from "../../src/http/operation/internal-endpoint.ts";
import type { Examples, Recorded } from "../../src/http/server/examples.ts";
import { windowOf } from "./limits.ts";
import { anchorOf, generated, table } from "./page.ts";

const groups: Readonly<Record<string, RegExp>> = {
  "Three-legged flow": /^\/oauth\/|^\/1\.1\/oauth\//,
  "Bearer tokens": /^\/oauth2\//,
  Resources: /^\/1\.1\/(?!oauth\/)/,
  Discovery: /^\/\.well-known\/oauth-/,
};

/** Other pages describe these: monitoring, and the gateways' own configurations. */
const elsewhere = /^\/(?:metrics|gateway\/(?!nginx))/;

export function endpointsPage(recorded: Examples): string {
  const recordedOf = (name: string): Recorded =>
    recorded[name] ?? fail(`no exchange with ${name} was recorded`);
  const chapters = Object.entries(groups).map(([title, paths]) => {
    const members = endpoints.filter((one) => paths.test(one.paths[0]));
    return [`## ${title}`, ...members.map((one) => section(one, recordedOf(one.name)))].join(
      "\n\n",
    );
  });
  const internal = internalEndpoints
    .filter(({ path }) => !elsewhere.test(path))
    .map((one) => internalSection(one, recordedOf(one.name)));
  const intro = [
    "What programs call, with a request, its response, and the errors that it can cause. `npm run reference` sends these requests to a service with a fixed clock, and a test compares the responses with this page. The [interface](interface.md) is the specification; [openapi.json](openapi.json) has the same endpoints for tools, and the [admin API](admin-api.md) has a page of its own.",
    'Long values of the Authorization header are wrapped here. Responses also have the headers `Date`, `Cache-Control: no-store`, and `X-Content-Type-Options: nosniff`. Errors are `{"errors":[{"code":…,"message":…}]}`; [errors.md](errors.md) lists them all, including those that any endpoint can return: 429 (code 88), 500 (code 131), and 503 (code 130).',
  ];
  const atInternal = `## Verification and health\n\nThese are at the internal address, and need the secret in \`X-Countersign-Secret\` if one is set, except for \`GET\` of the health checks and metrics. [Verification](verification.md) describes them, and the endpoints of other gateways. An error is \`{"error":"…"}\`.`;
  return `# Endpoints\n\n${generated}\n\n${[...intro, ...chapters, atInternal, ...internal].join("\n\n")}\n`;
}

function section(endpoint: Endpoint, recorded: Recorded): string {
  const { paths, methods, summary, caller, limit, reads, fields, produces } = endpoint;
  const row = limit === undefined ? undefined : limits[limit];
  const [path] = paths;
  const facts = [
    `- Specification: [§${endpoint.section}](${interfaceLink(endpoint.section)})`,
    `- Credentials: ${caller.scheme === "anonymous" || caller.scheme === "browser" ? "none" : caller.scheme}`,
    ...(row === undefined
      ? []
      : [`- Limit: ${row.limit} in ${windowOf(row)}, counted by ${row.per}`]),
    ...(methods.length > 1 && produces !== "page" ? [`- Methods: ${methods.join(", ")}`] : []),
    ...(paths.length > 1 ? [`- Other paths: ${paths.slice(1).map(code).join(", ")}`] : []),
  ];
  return [
    `### \`${methods[0]} ${path}\`\n\n${summary}.`,
    facts.join("\n"),
    ...parameters(produces === "page" ? reads : [...reads, ...(fields ?? [])]),
    ...examples(recorded),
    ...(produces === "page" ? [browserNote] : errors(recorded)),
  ].join("\n\n");
}

const browserNote =
  "The response is a page. When the user approves, the browser is redirected (303) to the callback, with `oauth_token` and `oauth_verifier` added to its query, or the page shows a PIN. When the user cancels, the callback gets `denied` instead.";

function internalSection(endpoint: InternalEndpoint, recorded: Recorded): string {
  const { path, methods, summary } = endpoint;
  const method = methods === "any" ? "GET" : methods[0];
  return [
    `### \`${method} ${path}\`\n\n${summary}.`,
    ...examples(recorded),
    ...errors(recorded),
  ].join("\n\n");
}

function parameters(all: readonly Parameter[]): string[] {
  if (all.length === 0) return [];
  const rows = all.map(({ name, required, meaning, values }) => [
    code(name),
    required ? "yes" : "",
    values === undefined ? meaning : `${meaning} One of ${values.map(code).join(", ")}.`,
  ]);
  return [table(["parameter", "required", "meaning"], rows)];
}

function examples({ exchanges }: Recorded): string[] {
  return exchanges.flatMap(({ request, response }) => [
    `\`\`\`http\n${request}\n\`\`\``,
    `\`\`\`http\n${response}\n\`\`\``,
  ]);
}

function errors({ rejections }: Recorded): string[] {
  if (rejections.length === 0) return [];
  const rows = rejections.map(({ when, status, code: number, message }) => [
    number === undefined ? String(status) : `${status} (code ${number})`,
    when,
    code(message),
  ]);
  return [table(["error", "when", "message"], rows)];
}

function interfaceLink(chapter: string): string {
  const text = readFileSync("docs/reference/interface.md", "utf8");
  const [, heading] =
    new RegExp(`^## (${chapter} .*)$`, "m").exec(text) ?? fail(`the interface has no §${chapter}`);
  return `interface.md#${anchorOf(heading ?? "")}`;
}

function code(text: string): string {
  return `\`${text}\``;
}

function fail(message: string): never {
  throw new Error(message);
}
