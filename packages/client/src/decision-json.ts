/**
 * Reads the JSON of a decision. Throws for everything that is not exactly a decision, so no one is accepted by mistake.
 */
import type { BodyState, Caller, Decision, ErrorResponse, RateLimit, Sunset } from "./contract.ts";

export function readDecision(text: string): Decision {
  const members = objectIn(JSON.parse(text));
  const decisionId = textIn(members, "decision_id");
  if (members["valid"] === true) {
    const caller = callerIn(objectIn(members["caller"]), bodyIn(members));
    const rateLimit = rateLimitIn(members["rate_limit"]);
    const sunset = sunsetIn(members["sunset"]);
    return { valid: true, caller, rateLimit, sunset, maxAge: maxAgeIn(members), decisionId };
  }
  if (members["valid"] !== false) throw new Error("the decision is neither valid nor invalid");
  return {
    valid: false,
    code: numberIn(members, "code"),
    cause: textIn(members, "cause"),
    message: textIn(members, "message"),
    response: responseIn(objectIn(members["response"])),
    decisionId,
  };
}

type Members = Readonly<Record<string, unknown>>;

function callerIn(members: Members, body: BodyState): Caller {
  const application = {
    appId: textIn(members, "app_id"),
    consumerKey: textIn(members, "consumer_key"),
    access: accessIn(members),
    body,
  };
  const context = textIn(members, "context");
  if (context === "application") return { context, ...application };
  if (context !== "user") throw new Error(`the decision has an unknown context, ${context}`);
  const userId = textIn(members, "user_id");
  return { context, userId, screenName: textIn(members, "screen_name"), ...application };
}

function accessIn(members: Members): "read" | "read-write" {
  const access = textIn(members, "access");
  if (access === "read" || access === "read-write") return access;
  throw new Error(`the decision has an unknown access level, ${access}`);
}

function bodyIn(members: Members): BodyState {
  const body = textIn(members, "body");
  if (body === "signed" || body === "hashed" || body === "unsigned" || body === "unseen") {
    return body;
  }
  throw new Error(`the decision has an unknown body, ${body}`);
}

function rateLimitIn(value: unknown): RateLimit | undefined {
  if (value === null || value === undefined) return undefined;
  const members = objectIn(value);
  return {
    limit: numberIn(members, "limit"),
    remaining: numberIn(members, "remaining"),
    reset: numberIn(members, "reset"),
  };
}

function sunsetIn(value: unknown): Sunset | undefined {
  if (value === null || value === undefined) return undefined;
  const members = objectIn(value);
  return {
    name: textIn(members, "name"),
    deprecatedAt: numberIn(members, "deprecated_at"),
    endsAt: numberIn(members, "ends_at"),
    link: textIn(members, "link"),
  };
}

/** A node that isn't upgraded yet sends none. */
function maxAgeIn(members: Members): number {
  return members["max_age"] === undefined ? 0 : numberIn(members, "max_age");
}

/** A rejection with a status below 400 would look like a success of the API. */
function responseIn(members: Members): ErrorResponse {
  const status = numberIn(members, "status");
  if (status < 400 || status > 599)
    throw new Error(`the decision rejects the request with ${status}`);
  const headers: Record<string, string> = {};
  for (const name of Object.keys(objectIn(members["headers"]))) {
    headers[name] = textIn(objectIn(members["headers"]), name);
  }
  return { status, headers, body: textIn(members, "body") };
}

function objectIn(value: unknown): Members {
  if (typeof value === "object" && value !== null && !Array.isArray(value)) return value as Members;
  throw new Error("the decision is not the JSON that was expected");
}

function textIn(members: Members, name: string): string {
  const value = members[name];
  if (typeof value === "string") return value;
  throw new Error(`the decision has no ${name}`);
}

function numberIn(members: Members, name: string): number {
  const value = members[name];
  if (typeof value === "number" && Number.isFinite(value)) return value;
  throw new Error(`the decision has no ${name}`);
}
