/** The request to the API is described in raw bytes as sent, because its signature covers those. */

import { formBodyOf } from "#oauth1";
import type { AccessLevel } from "../domain/access.ts";
import { unknownAddress } from "../domain/address.ts";
import { digestNames, readDigest } from "../domain/body-digest.ts";
import { BadJson, parseJson } from "../domain/json.ts";
import { maxCost } from "../domain/limits.ts";
import type { Incoming } from "./authentication/incoming.ts";
import type { BodyDigests, DescribedBody } from "./body.ts";

export interface VerificationRequest {
  /** The ID of the request to the API is also that of the decision. */
  readonly incoming: Incoming;
  /** Scheme, host and port under which the client called the API; one of the configured origins. */
  readonly origin: string;
  readonly requires: Requirement;
  /** `incoming.body` has the bytes that a signature may cover, and is empty if they were not described. */
  readonly body: DescribedBody;
  readonly limit?: string;
  /** As how many requests it counts; 1 if it is left out. */
  readonly cost?: number;
  /** Identifies one request through a proxy's retries; see idempotency-keys.ts. */
  readonly requestId?: string;
}

export interface Requirement {
  readonly context: "user" | "application" | "any";
  /** The default is read for GET and HEAD, write for every other method. */
  readonly access?: AccessLevel;
  /** The signature has to cover the body: as a form, or by its hash. */
  readonly body?: "hashed";
}

/** Another server's request is invalid. The message names the change to make. */
export class BadRequest extends Error {
  constructor(message: string) {
    super(message);
    this.name = "BadRequest";
  }
}

export class UnknownOrigin extends BadRequest {}

export const maxBatched = 100;
const maxTargetLength = 16 * 1024;
const maxHeaderLength = 16 * 1024;
export const maxBodyBytes = 64 * 1024;

/** A batch of requests with every member has room. */
const jsonBounds = { maxEntries: 1000, maxValues: 5000 };

export function readJson(body: Buffer): unknown {
  try {
    return parseJson(body, jsonBounds);
  } catch (error) {
    throw error instanceof BadJson ? new BadRequest(`the body ${error.message}`) : error;
  }
}

/** A server describes a request to its API by these parts. `body` is a binary string. */
interface DescribedParts {
  readonly method: string;
  readonly origin: string;
  readonly target: string;
  readonly authorization: string | undefined;
  readonly contentType: string | undefined;
  readonly body: string;
  readonly form: string;
  readonly address: string;
  readonly userAgent?: string | undefined;
}

export function incomingAt(id: string, parts: DescribedParts): Incoming {
  const { method, origin, target, authorization, contentType, body, form, address } = parts;
  const mark = target.indexOf("?");
  return {
    id,
    method,
    path: mark === -1 ? target : target.slice(0, mark),
    query: mark === -1 ? undefined : target.slice(mark + 1),
    headers: {},
    secure: origin.startsWith("https:"),
    authorization,
    authorizations: authorization === undefined ? 0 : 1,
    contentType,
    body,
    form,
    address,
    userAgent: parts.userAgent,
  };
}

/** Unknown members of the body are rejected: a misspelled one would drop a requirement. */
export function readVerificationRequest(
  value: unknown,
  id: string,
  where = "the request",
): VerificationRequest {
  const members = objectOf(value, where);
  for (const name of Object.keys(members)) {
    if (!allowed.has(name)) {
      throw new BadRequest(
        `${where} has no member ${JSON.stringify(name.slice(0, 40))}; there are ${names.join(", ")}`,
      );
    }
  }
  const stringOf = (name: (typeof names)[number], most: number) =>
    textOf(members, name, most, where);
  const method = required(stringOf("method", 20), "method", where);
  const target = required(stringOf("target", maxTargetLength), "target", where);
  const limit = stringOf("limit", 40);
  const cost = costOf(members["cost"], limit);
  const requestId = stringOf("request_id", 128);
  const origin = required(stringOf("origin", 300), "origin", where);
  const body = bodyOf(members, where);
  const text = typeof body === "string" ? body : "";
  const contentType = stringOf("content_type", 1000);
  return {
    incoming: incomingAt(id, {
      method: methodOf(method),
      origin,
      target: targetOf(target),
      authorization: stringOf("authorization", maxHeaderLength),
      contentType,
      body: text,
      form: formBodyOf({ contentType, body: text }),
      address: stringOf("address", 100) ?? unknownAddress,
      userAgent: stringOf("user_agent", 500),
    }),
    origin,
    body,
    requires: requirementOf(members["requires"], where),
    ...(limit !== undefined && { limit }),
    ...(cost !== undefined && { cost }),
    ...(requestId !== undefined && { requestId: requestIdOf(requestId) }),
  };
}

/** Each request of `POST /verify/batch` gets an ID that begins with `id`. */
export function readBatch(value: unknown, id: string): readonly VerificationRequest[] {
  const members = objectOf(value, "the batch");
  const { requests, ...others } = members;
  const [unknown] = Object.keys(others);
  if (unknown !== undefined || !Array.isArray(requests)) {
    throw new BadRequest(`a batch is {"requests": [ … ]} and nothing else`);
  }
  if (requests.length < 1 || requests.length > maxBatched) {
    throw new BadRequest(
      `a batch can have 1 to ${maxBatched} requests; this one has ${requests.length}`,
    );
  }
  return requests.map((one, at) => readVerificationRequest(one, `${id}.${at}`, `requests[${at}]`));
}

const names = [
  "method",
  "origin",
  "target",
  "authorization",
  "content_type",
  "body",
  "body_base64",
  "body_sha1",
  "body_sha256",
  "body_sha512",
  "requires",
  "limit",
  "cost",
  "request_id",
  "address",
  "user_agent",
] as const;

const allowed: ReadonlySet<string> = new Set(names);

type Members = Readonly<Record<string, unknown>>;

function objectOf(value: unknown, where: string): Members {
  if (typeof value === "object" && value !== null && !Array.isArray(value)) return value as Members;
  throw new BadRequest(`${where} is not a JSON object`);
}

function textOf(members: Members, name: string, most: number, where: string): string | undefined {
  const value = members[name];
  if (value === undefined || value === null) return undefined;
  if (typeof value !== "string") throw new BadRequest(`${name} of ${where} is not a string`);
  if (value.length > most) throw new BadRequest(`${name} of ${where} is longer than ${most}`);
  return value;
}

function required(value: string | undefined, name: string, where: string): string {
  if (value === undefined) throw new BadRequest(`${where} has no ${name}`);
  return value;
}

/** RFC 9110 §9.1: a token. Methods are case-sensitive; the base string has them in upper case. */
export function methodOf(text: string): string {
  if (/^[A-Za-z-]{1,20}$/.test(text)) return text;
  throw new BadRequest("method is not an HTTP method");
}

/** A request line has visible ASCII, and what clients send unencoded, as binary characters. */
export function targetOf(text: string): string {
  if (text.startsWith("/") && /^[\x21-\x7e\x80-\xff]*$/.test(text) && !text.includes("#"))
    return text;
  throw new BadRequest(
    "target must be the path and query from the request line: it starts with / and has no spaces, control characters, or fragment",
  );
}

/** A cost without a limit would count nowhere. */
export function costOf(value: unknown, limit: string | undefined): number | undefined {
  if (value === undefined || value === null) return undefined;
  if (!Number.isInteger(value) || Number(value) < 1 || Number(value) > maxCost) {
    throw new BadRequest(`cost must be a whole number from 1 to ${maxCost}`);
  }
  if (limit === undefined) throw new BadRequest("cost needs a limit that it counts in");
  return Number(value);
}

/** It is printable, so that it can be logged. */
export function requestIdOf(text: string): string {
  if (/^[\x21-\x7e]{8,128}$/.test(text)) return text;
  throw new BadRequest("request_id must be 8 to 128 printable ASCII characters without spaces");
}

/** JSON text is Unicode; the body on the wire was its UTF-8. Anything else comes as base64. */
function bodyOf(members: Members, where: string): DescribedBody {
  const text = textOf(members, "body", maxBodyBytes, where);
  const base64 = textOf(members, "body_base64", maxBodyBytes * 2, where);
  const digests = digestsOf(members, where);
  if (text === undefined && base64 === undefined) return digests;
  if (digests !== undefined) {
    throw new BadRequest(`${where} has both a body and a digest; send only one`);
  }
  if (text !== undefined && base64 !== undefined) {
    throw new BadRequest(`${where} has both body and body_base64`);
  }
  if (base64 !== undefined && !/^[A-Za-z0-9+/]*={0,2}$/.test(base64)) {
    throw new BadRequest(`body_base64 of ${where} is not base64`);
  }
  const bytes =
    base64 === undefined ? Buffer.from(text ?? "", "utf8") : Buffer.from(base64, "base64");
  if (bytes.length > maxBodyBytes) {
    throw new BadRequest(`the body of ${where} is over ${maxBodyBytes} bytes`);
  }
  return bytes.toString("latin1");
}

const digestMembers = digestNames.map((name) => `body_${name}`);

function digestsOf(members: Members, where: string): BodyDigests | undefined {
  if (digestMembers.every((name) => members[name] === undefined)) return undefined;
  const digests = digestNames.flatMap((name) => {
    const text = textOf(members, `body_${name}`, 100, where);
    if (text === undefined) return [];
    if (readDigest(text)?.name === name) return [[name, text] as const];
    throw new BadRequest(`body_${name} of ${where} is not such a digest in base64`);
  });
  return digests.length === 0 ? undefined : Object.fromEntries(digests);
}

function requirementOf(value: unknown, where: string): Requirement {
  if (value === undefined || value === null) return { context: "any" };
  const { context = "any", access, body, ...others } = objectOf(value, `requires of ${where}`);
  const [unknown] = Object.keys(others);
  if (unknown !== undefined) {
    throw new BadRequest(
      `requires of ${where} has context, access and body, and no ${JSON.stringify(unknown.slice(0, 40))}`,
    );
  }
  return requirement(context, access, body);
}

/** The requirements come from JSON or from the URL of a gateway endpoint. */
export function requirement(context: unknown, access: unknown, body: unknown): Requirement {
  if (context !== "user" && context !== "application" && context !== "any") {
    throw new BadRequest("context must be user, application, or any");
  }
  if (access !== undefined && access !== null && access !== "read" && access !== "write") {
    throw new BadRequest("access is read or write");
  }
  if (body !== undefined && body !== null && body !== "hashed") {
    throw new BadRequest("body must be hashed or left out");
  }
  return { context, ...(access && { access }), ...(body && { body }) };
}
