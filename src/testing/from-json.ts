/** The options of a stand-in as JSON: the same names in snake case. */
import { isAccessLevel } from "../domain/access.ts";
import type { ApplicationOptions } from "./applications.ts";
import { type ErrorName, type Fault, refuseMembers } from "./faults.ts";
import { asObject, type JsonObject, members, required } from "./json-body.ts";
import { Misuse } from "./misuse.ts";
import type { UserOptions } from "./people.ts";
import type { GrantOptions, StandInOptions } from "./stand-in.ts";

/** The content of the file of `--setup FILE`. Throws `Misuse`. */
export function optionsFrom(json: unknown): StandInOptions {
  const { users, applications, seed, settings } = members(asObject(json, "the setup"), {
    users: "objects",
    applications: "objects",
    seed: "string",
    settings: "object",
  });
  return {
    ...(users && { users: users.map(userFrom) }),
    ...(applications && { applications: applications.map(applicationFrom) }),
    ...(seed !== undefined && { seed }),
    ...(settings && { settings: textsOf(settings) }),
  };
}

export function userFrom(body: JsonObject): UserOptions {
  const { screen_name, ...rest } = members(body, {
    screen_name: "string",
    name: "string",
    email: "string",
    password: "string",
    operator: "boolean",
  });
  return { ...rest, screenName: required(screen_name, "screen_name") };
}

export function applicationFrom(body: JsonObject): ApplicationOptions {
  const { name, access, sign_in, request_email, consumer_key, consumer_secret, ...rest } = members(
    body,
    {
      name: "string",
      callbacks: "strings",
      access: "string",
      sign_in: "boolean",
      request_email: "boolean",
      website: "string",
      description: "string",
      consumer_key: "string",
      consumer_secret: "string",
    },
  );
  return {
    ...rest,
    name: required(name, "name"),
    ...levelFrom(access),
    ...(sign_in !== undefined && { signIn: sign_in }),
    ...(request_email !== undefined && { requestEmail: request_email }),
    ...(consumer_key !== undefined && { consumerKey: consumer_key }),
    ...(consumer_secret !== undefined && { consumerSecret: consumer_secret }),
  };
}

export function grantFrom(body: JsonObject): GrantOptions {
  const { email_granted, access, ...rest } = members(body, {
    application: "string",
    user: "string",
    access: "string",
    email_granted: "boolean",
  });
  return {
    ...rest,
    ...levelFrom(access),
    ...(email_granted !== undefined && { emailGranted: email_granted }),
  };
}

/** `times: -1` means all requests: JSON has no infinity. */
export function faultFrom(body: JsonObject): Fault {
  const { retry_after_seconds, delay_ms, error, times, ...rest } = members(body, {
    operation: "string",
    times: "number",
    error: "string",
    retry_after_seconds: "number",
    delay_ms: "number",
    cut: "boolean",
  });
  const fault = {
    ...rest,
    ...(times !== undefined && { times: times === -1 ? Number.POSITIVE_INFINITY : times }),
    // `add` checks it against the table of errors.
    ...(error !== undefined && { error: error as ErrorName }),
    ...(retry_after_seconds !== undefined && { retryAfterSeconds: retry_after_seconds }),
    ...(delay_ms !== undefined && { delayMs: delay_ms }),
  };
  refuseMembers(fault, {
    retryAfterSeconds: "retry_after_seconds",
    delayMs: "delay_ms",
    forever: "-1",
  });
  return fault;
}

function levelFrom(access: string | undefined) {
  if (access === undefined) return {};
  if (isAccessLevel(access)) return { access };
  throw new Misuse("access is read or write");
}

function textsOf(settings: JsonObject): Record<string, string> {
  return Object.fromEntries(
    Object.entries(settings).map(([name, value]) => {
      if (typeof value !== "string") throw new Misuse(`settings: ${name} is a text`);
      return [name, value];
    }),
  );
}
