/**
 * The options that a test gives its test server, checked: in code (`screenName`) and as JSON (`screen_name`). An error
 * names the member and what it must be.
 */
import { z } from "zod";
import type { AccessLevel } from "../../domain/access.ts";
import { type RequestErrorName, requestErrors } from "../../domain/errors.ts";
import { nearestName } from "../../domain/nearest-name.ts";
import { endpoints } from "../../http/endpoints/index.ts";
import type { ApplicationOptions } from "./applications.ts";
import type { Fault } from "./faults.ts";
import { UsageError } from "./usage-error.ts";
import type { UserOptions } from "./users.ts";

export interface TestServerOptions {
  /** The default is alice. */
  readonly users?: readonly UserOptions[];
  /** The first user owns them. The default is one application, called "Test application". */
  readonly applications?: readonly ApplicationOptions[];
  /** With the same seed, every run has the same IDs, keys, and secrets. By default, they are random. */
  readonly seed?: string;
  /**
   * Settings of the service without their prefix, such as `{ RATE_LIMITS: "oauth/request_token=3" }`. Rate limits are
   * off by default.
   */
  readonly settings?: Readonly<Record<string, string>>;
  /** 0 or left out: a free port. */
  readonly port?: number;
  /** The port of the internal address, at which APIs verify requests. 0 or left out: a free port. */
  readonly internalPort?: number;
}

export interface GrantOptions {
  /** The default is the first application. */
  readonly application?: string;
  /** A screen name; left out: the first user. */
  readonly user?: string;
  /** The default is `write`. */
  readonly access?: AccessLevel;
  readonly emailGranted?: boolean;
}

interface Options {
  readonly options: TestServerOptions;
  readonly user: UserOptions;
  readonly application: ApplicationOptions;
  readonly grant: GrantOptions;
  readonly revocation: Pick<GrantOptions, "application" | "user">;
  readonly "application's name": Pick<GrantOptions, "application">;
  readonly decision: { readonly requestToken: string; readonly user?: string };
  readonly fault: Fault;
  readonly clock: { readonly advanceSeconds?: number; readonly set?: string };
}

const maxDelayMs = 300_000;

type Shape = z.core.$ZodLooseShape;
type Objects = <S extends Shape>(shape: S) => z.ZodType<z.output<z.ZodObject<S>>>;

/** `everyTime` means all requests, which JSON writes as -1, because it has no infinity. */
function schemasOf(object: Objects, everyTime: z.ZodType<number>, everyTimeName: string) {
  const times = `a whole number above zero, or ${everyTimeName} for all requests`;
  const seconds = "a whole number of seconds, 0 or more";
  const milliseconds = `a number of milliseconds, at most ${maxDelayMs}`;
  const port = "a whole number from 0 to 65535";
  const text = z.string("a text");
  const flag = z.boolean("true or false");
  const access = oneOf(["read", "write"]);
  const user = object({
    screenName: text,
    name: text.optional(),
    email: text.optional(),
    password: text.optional(),
    admin: flag.optional(),
  });
  const application = object({
    name: text,
    callbacks: z.array(text, "a list of texts").optional(),
    access: access.optional(),
    signIn: flag.optional(),
    requestEmail: flag.optional(),
    website: text.optional(),
    description: text.optional(),
    consumerKey: text.optional(),
    consumerSecret: text.optional(),
  });
  const grant = { application: text.optional(), user: text.optional() };
  return {
    options: object({
      users: z.array(user, "a list of users").optional(),
      applications: z.array(application, "a list of applications").optional(),
      seed: text.optional(),
      settings: z.record(z.string(), text, "an object with a text for each setting").optional(),
      port: z.int(port).min(0, port).max(65535, port).optional(),
      internalPort: z.int(port).min(0, port).max(65535, port).optional(),
    }),
    user,
    application,
    grant: object({ ...grant, access: access.optional(), emailGranted: flag.optional() }),
    revocation: object(grant),
    "application's name": object({ application: text.optional() }),
    decision: object({ requestToken: text, user: text.optional() }),
    fault: object({
      operation: oneOf(endpoints.map(({ name }) => name)).optional(),
      times: z.union([z.int(times).min(1, times), everyTime], times).optional(),
      error: oneOf(Object.keys(requestErrors) as RequestErrorName[]).optional(),
      retryAfterSeconds: z.int(seconds).min(0, seconds).optional(),
      delayMs: z.number(milliseconds).min(0, milliseconds).max(maxDelayMs, milliseconds).optional(),
      cut: flag.optional(),
    }),
    clock: object({ advanceSeconds: z.number("a number").optional(), set: text.optional() }),
  };
}

/** A member that is undefined counts as left out. */
type WithUndefined<T> = T extends readonly (infer Item)[]
  ? readonly WithUndefined<Item>[]
  : T extends object
    ? { readonly [Name in keyof T]: WithUndefined<T[Name]> | undefined }
    : T;

const inCode = schemasOf(
  (shape) => z.strictObject(shape, { error: unlessKnown(Object.keys(shape)) }),
  z.literal(Infinity),
  "Infinity",
) satisfies { readonly [K in keyof Options]: z.ZodType<WithUndefined<Options[K]>> };

const inJson = schemasOf(
  snakeCased as Objects,
  z.literal(-1).transform(() => Infinity),
  "-1",
);

/** Throws `UsageError`. */
export function checked<K extends keyof Options>(what: K, value: unknown): Options[K] {
  return read(inCode[what], value, `the ${what}`) as Options[K];
}

/** The members are in snake case. `called` is the whole, for an error. Throws `UsageError`. */
export function fromJson<K extends keyof Options>(
  what: K,
  value: unknown,
  called = "the body",
): Options[K] {
  return read(inJson[what], value, called) as Options[K];
}

function read(schema: z.ZodType, value: unknown, called: string): unknown {
  const { success, data, error } = schema.safeParse(value, { reportInput: true });
  if (success) return data;
  const { issues } = error;
  // A misspelled member explains why another one is missing.
  const issue = issues.find(({ code }) => code === "unrecognized_keys") ?? issues[0];
  const path = (issue?.path ?? []).map((part) =>
    typeof part === "number" ? `[${part}]` : `.${String(part)}`,
  );
  const where = path.join("").replace(/^\./, "") || called;
  if (path.length > 0 && issue?.input === undefined) throw new UsageError(`${where} is missing`);
  const isName = issue?.code === "unrecognized_keys" || issue?.code === "invalid_value";
  if (isName) throw new UsageError(`${where}: ${issue.message}`);
  throw new UsageError(`${where} must be ${issue?.message}`);
}

function snakeCased(shape: Shape) {
  const members = Object.entries(shape).map(([name, schema]) => [snake(name), name, schema]);
  const inSnake = Object.fromEntries(members.map(([json, , schema]) => [json, schema])) as Shape;
  return z
    .strictObject(inSnake, { error: unlessKnown(Object.keys(inSnake)) })
    .transform((value) =>
      Object.fromEntries(
        members.flatMap(([json, name]) =>
          Object.hasOwn(value, String(json)) ? [[name, value[String(json)]]] : [],
        ),
      ),
    );
}

function snake(name: string): string {
  return name.replace(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`);
}

function unlessKnown(names: readonly string[]) {
  return (issue: { readonly code?: string; readonly keys?: readonly string[] }) =>
    issue.code === "unrecognized_keys"
      ? `there is no member ${thereIs(issue.keys?.[0] ?? "", names)}`
      : "an object";
}

function oneOf<const Name extends string>(names: readonly Name[]) {
  return z.enum(names, { error: ({ input }) => `there is no ${thereIs(String(input), names)}` });
}

function thereIs(input: string, names: readonly string[]): string {
  const nearest = nearestName(input, names);
  const meant = nearest === undefined ? "" : ` (did you mean ${nearest}?)`;
  return `${input.slice(0, 60)}${meant}; there are ${names.join(", ")}`;
}
