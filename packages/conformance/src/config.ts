/** The file that describes a provider. docs/guide/conformance.md lists every member. */
import { readFileSync } from "node:fs";
import { z } from "zod";
import type { Method, Operation, Placement, SignatureMethod } from "./protocol.ts";
import { placements, signatureMethods } from "./protocol.ts";

export interface Client {
  readonly key: string;
  readonly secret: string;
  /** PEM, for RSA-SHA1. */
  readonly privateKey: string | undefined;
}

export interface Endpoint {
  readonly url: string;
  /** The first is used if a case does not ask for one. */
  readonly methods: readonly Method[];
  /** A text that the response to an accepted request contains. */
  readonly contains?: string | undefined;
}

export type HttpStep = z.infer<typeof httpStep>;
export type BrowserStep = z.infer<typeof browserStep>;

export type Approval =
  | {
      readonly kind: "command";
      readonly command: readonly string[];
      readonly deny: readonly string[];
    }
  | {
      readonly kind: "http";
      readonly steps: readonly HttpStep[];
      readonly deny: readonly HttpStep[];
      readonly pin: string | undefined;
    }
  | {
      readonly kind: "browser";
      readonly steps: readonly BrowserStep[];
      readonly deny: readonly BrowserStep[];
      readonly pin: string | undefined;
      readonly executable: string | undefined;
    };

export interface Provider {
  readonly name: string;
  readonly endpoints: Readonly<Partial<Record<Operation, Endpoint>>>;
  readonly authorization: string | undefined;
  readonly client: Client;
  readonly secondClient: Client | undefined;
  readonly token: { readonly token: string; readonly secret: string } | undefined;
  readonly signatureMethods: readonly SignatureMethod[];
  readonly placements: readonly Placement[];
  readonly callback: string;
  readonly registeredCallbacks: boolean;
  /** Whether the resource compares `oauth_body_hash` with the body. */
  readonly bodyHashes: boolean;
  readonly approval: (Approval & { readonly denies: boolean }) | undefined;
  /** The only hosts (`host:port`) to which requests are sent. */
  readonly hosts: ReadonlySet<string>;
  readonly requestsPerSecond: number;
  readonly timeoutSeconds: number;
  readonly maxWaitSeconds: number;
  /** Texts that no report may contain. */
  readonly secrets: readonly string[];
}

/** The file is invalid. The message names the member and what it accepts. */
export class ConfigFault extends Error {}

/** `environment`: the variables for `{ "env": "NAME" }`. Throws `ConfigFault`. */
export function providerFrom(
  text: string,
  environment: Readonly<Record<string, string | undefined>>,
): Provider {
  let json: unknown;
  try {
    json = JSON.parse(text);
  } catch (error) {
    throw new ConfigFault(`is not JSON: ${(error as Error).message}`);
  }
  const read = shape.safeParse(json);
  if (!read.success) throw new ConfigFault(read.error.issues.map(issueText).join("\n"));
  return resolved(read.data, environment);
}

const secret = z.union([
  z.string().min(1),
  z.strictObject({ env: z.string().min(1) }),
  z.strictObject({ file: z.string().min(1) }),
]);
const address = z.url({ protocol: /^https?$/ });
const method = z.enum(["GET", "POST"]);
const endpoint = z.strictObject({
  url: address,
  methods: z.array(method).min(1).default(["POST"]),
});
const client = z.strictObject({
  key: z.string().min(1),
  secret,
  private_key: secret.optional(),
});
const httpStep = z.union([
  z.strictObject({ open: z.string().min(1) }),
  z.strictObject({
    submit: z.record(z.string(), secret),
    if_page_has: z.string().min(1).optional(),
  }),
]);
const browserStep = z.union([
  z.strictObject({
    fill: z.string().min(1),
    with: secret,
    if_page_has: z.string().min(1).optional(),
  }),
  z.strictObject({ click: z.string().min(1), if_page_has: z.string().min(1).optional() }),
]);
const commandLine = z.array(z.string().min(1)).min(1);
const approval = z.discriminatedUnion("kind", [
  z.strictObject({
    kind: z.literal("command"),
    command: commandLine,
    deny: commandLine.optional(),
  }),
  z.strictObject({
    kind: z.literal("http"),
    steps: z.array(httpStep).min(1),
    deny: z.array(httpStep).min(1).optional(),
    pin: z.string().min(1).optional(),
  }),
  z.strictObject({
    kind: z.literal("browser"),
    steps: z.array(browserStep).min(1),
    deny: z.array(browserStep).min(1).optional(),
    pin: z.string().min(1).optional(),
    executable: z.string().min(1).optional(),
  }),
]);
const shape = z.strictObject({
  name: z.string().min(1).max(100),
  request_token: endpoint.optional(),
  authorization: address.optional(),
  access_token: endpoint.optional(),
  resource: endpoint
    .extend({
      methods: z.array(method).min(1).default(["GET"]),
      contains: z.string().min(1).optional(),
    })
    .optional(),
  application_resource: endpoint.extend({ contains: z.string().min(1).optional() }).optional(),
  revocation: endpoint.optional(),
  client,
  second_client: client.optional(),
  token: z.strictObject({ token: z.string().min(1), secret }).optional(),
  signature_methods: z.array(z.enum(signatureMethods)).min(1).default(["HMAC-SHA1"]),
  placements: z
    .array(z.enum(placements))
    .min(1)
    .default([...placements]),
  callback: z.string().min(1).default("oob"),
  registered_callbacks: z.boolean().default(false),
  body_hashes: z.boolean().default(false),
  approval: approval.optional(),
  other_hosts: z.array(z.string().min(1)).default([]),
  requests_per_second: z.number().positive().max(10_000).default(10),
  timeout_seconds: z.number().positive().max(120).default(10),
  longest_wait_seconds: z.number().min(0).max(900).default(60),
});
type Shape = z.infer<typeof shape>;
type SecretShape = z.infer<typeof secret>;

function resolved(
  given: Shape,
  environment: Readonly<Record<string, string | undefined>>,
): Provider {
  const secrets: string[] = [];
  const known = (one: SecretShape, where: string) => {
    const value = textOf(one, where, environment);
    secrets.push(value);
    return value;
  };
  const clientFrom = (one: z.infer<typeof client>, where: string): Client => ({
    key: one.key,
    secret: known(one.secret, `${where}.secret`),
    privateKey: one.private_key && known(one.private_key, `${where}.private_key`),
  });
  const endpoints = {
    "request-token": given.request_token,
    "access-token": given.access_token,
    resource: given.resource,
    "application-resource": given.application_resource,
    revocation: given.revocation,
  };
  if (given.request_token === undefined && given.resource === undefined) {
    throw new ConfigFault("request_token or resource: one of the two is needed");
  }
  if (given.resource && !given.token && !given.approval) {
    throw new ConfigFault("resource: needs approval, or a token that exists already");
  }
  const own = clientFrom(given.client, "client");
  if (given.signature_methods.includes("RSA-SHA1") && own.privateKey === undefined) {
    throw new ConfigFault("client.private_key: RSA-SHA1 needs it, as PEM");
  }
  const addresses = [...Object.values(endpoints).map((one) => one?.url), given.authorization];
  return {
    name: given.name,
    endpoints: Object.fromEntries(
      Object.entries(endpoints).filter(([, one]) => one !== undefined),
    ) as Provider["endpoints"],
    authorization: given.authorization,
    client: own,
    secondClient: given.second_client && clientFrom(given.second_client, "second_client"),
    token: given.token && {
      token: given.token.token,
      secret: known(given.token.secret, "token.secret"),
    },
    signatureMethods: given.signature_methods,
    placements: given.placements,
    callback: given.callback,
    registeredCallbacks: given.registered_callbacks,
    bodyHashes: given.body_hashes,
    approval: given.approval && approvalFrom(given.approval, known),
    hosts: new Set([
      ...addresses.flatMap((one) => (one === undefined ? [] : [new URL(one).host])),
      ...given.other_hosts,
    ]),
    requestsPerSecond: given.requests_per_second,
    timeoutSeconds: given.timeout_seconds,
    maxWaitSeconds: given.longest_wait_seconds,
    secrets,
  };
}

function approvalFrom(
  given: z.infer<typeof approval>,
  known: (one: SecretShape, where: string) => string,
): Provider["approval"] {
  const denies = given.deny !== undefined;
  if (given.kind === "command") return { ...given, deny: given.deny ?? [], denies };
  const { pin } = given;
  if (given.kind === "browser") {
    const texts = (steps: readonly BrowserStep[]): BrowserStep[] =>
      steps.map((step) =>
        "fill" in step ? { ...step, with: known(step.with, "approval.steps.with") } : step,
      );
    const { executable } = given;
    const deny = texts(given.deny ?? []);
    return { kind: "browser", steps: texts(given.steps), deny, pin, executable, denies };
  }
  const texts = (steps: readonly HttpStep[]): HttpStep[] =>
    steps.map((step) => ("open" in step ? step : { ...step, submit: textsOf(step.submit, known) }));
  return { kind: "http", steps: texts(given.steps), deny: texts(given.deny ?? []), pin, denies };
}

/**
 * Only `env`, `file` and password fields count as secrets: a plain text is usually a button's value such as `allow`.
 */
function textsOf(
  fields: Readonly<Record<string, SecretShape>>,
  known: (one: SecretShape, where: string) => string,
): Record<string, string> {
  return Object.fromEntries(
    Object.entries(fields).map(([name, one]) => [
      name,
      typeof one === "string" && !/pass/i.test(name)
        ? one
        : known(one, `approval.steps.submit.${name}`),
    ]),
  );
}

function textOf(
  one: SecretShape,
  where: string,
  environment: Readonly<Record<string, string | undefined>>,
): string {
  if (typeof one === "string") return one;
  if ("env" in one) {
    const value = environment[one.env];
    if (value) return value;
    throw new ConfigFault(`${where}: the environment has no ${one.env}`);
  }
  try {
    return readFileSync(one.file, "utf8").trim();
  } catch (error) {
    throw new ConfigFault(`${where}: ${one.file} cannot be read: ${(error as Error).message}`);
  }
}

function issueText({ path, message }: z.core.$ZodIssue): string {
  return `${path.length === 0 ? "the file" : path.join(".")}: ${message}`;
}
