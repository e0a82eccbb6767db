/**
 * The verdict on a request that another server describes. Checks, their order, limits and replay protection are
 * those of this service's own operations, because the same code runs.
 */

import { isUnclearForm } from "#oauth1";
import type { Caller } from "../authentication/authentication.ts";
import {
  applicationOnly,
  type BearerCaller,
  isBearerCaller,
  userOnly,
  userOrApplication,
} from "../authentication/bearer.ts";
import { type Incoming, refuseTooMany } from "../authentication/incoming.ts";
import type { UserCaller } from "../authentication/signed-request.ts";
import type { Dependencies } from "../dependencies.ts";
import { type AccessLevel, covers } from "../domain/access.ts";
import type { ApiLimit } from "../domain/api-limits.ts";
import type { Standing } from "../domain/limits.ts";
import { Refusal } from "../domain/refusals.ts";
import { beyondLimit, countCall, standingOf } from "../rate-limits/count-call.ts";
import { standingHeaders } from "../rate-limits/standing-headers.ts";
import {
  asRefusal,
  countRefusal,
  noteUnproven,
  offerRefused,
  type RefusalResponse,
  refusalResponse,
} from "../refusal-reply.ts";
import { type Cause, causeOf } from "./cause.ts";
import { BadQuestion, type Question, UnknownOrigin } from "./question.ts";

export interface VerifiedCaller {
  readonly context: "user" | "application";
  /** Only for a user context. */
  readonly userId?: string;
  readonly screenName?: string;
  readonly applicationId: string;
  readonly consumerKey: string;
  readonly access: AccessLevel;
}

export type Verdict =
  | {
      readonly valid: true;
      readonly caller: VerifiedCaller;
      /** The caller's standing within the limit that the question named. */
      readonly standing: Standing | undefined;
      readonly decisionId: string;
    }
  | {
      readonly valid: false;
      readonly cause: Cause;
      readonly refusal: Refusal;
      /** The response that the asking server should send, byte for byte. */
      readonly response: RefusalResponse;
      readonly decisionId: string;
    };

const authentications = { user: userOnly, application: applicationOnly, any: userOrApplication };

/**
 * Throws `BadQuestion` if an origin or a limit is not configured. A store that cannot answer leads to a
 * refusal, 503.
 */
export async function verdictOn(
  question: Question,
  dependencies: Dependencies,
  decisionId: string,
): Promise<Verdict> {
  const scoped = underOrigin(question.origin, dependencies);
  const limit = limitNamed(question.limit, dependencies);
  const incoming = incomingOf(question, decisionId);
  const authentication = authentications[question.requires.context];
  const { usage, clock } = dependencies;
  let caller: VerifiedCaller | undefined;
  let standing: Standing | undefined;
  try {
    refuseTooMany(incoming);
    const proven = await authentication.prove(incoming, [], scoped, admit);
    // A bearer token spends no nonce, so nothing has called `admit` for it.
    if (isBearerCaller(proven)) await admit(proven);
    if (limit !== undefined) {
      standing = await countCall(limit, proven, incoming, scoped);
      if (standing !== undefined && !standing.admitted)
        throw beyondLimit(limit, standing, proven, clock());
    }
    caller = verified(proven);
    usage.count(proven.applicationId, "verified", clock());
    return { valid: true, caller, standing, decisionId };
  } catch (error) {
    const found = asRefusal(error, decisionId);
    noteUnproven(found, "", dependencies);
    const refusal = await countRefusal(found, incoming, scoped);
    usage.count(refusal.more.provenAs, `refused ${refusal.row.code}`, clock());
    const [realm] = dependencies.origins;
    const response = refusalResponse(refusal, question.authorization, realm, authentication);
    return {
      valid: false,
      cause: causeOf(refusal),
      refusal,
      response: {
        ...response,
        headers: {
          ...response.headers,
          ...offerRefused(
            refusal,
            incoming,
            { operation: "", origin: question.origin },
            dependencies,
          ),
          ...(standing && standingHeaders(standing)),
        },
      },
      decisionId,
    };
  }

  /** Checks the question's requirements for a proven caller, before the nonce is spent. */
  async function admit(by: Caller): Promise<void> {
    refuseUnclearForm(question, by);
    refuseAccess(question, by);
    if (limit === undefined) return;
    const found = await standingOf(limit, by, incoming, scoped);
    if (found === undefined || found.remaining > 0) return;
    standing = found;
    throw beyondLimit(limit, found, by, clock());
  }
}

const scopes = new WeakMap<Dependencies, Map<string, Dependencies>>();

/** The same service under the origin of an API: the signature is checked against that origin only. */
function underOrigin(origin: string, dependencies: Dependencies): Dependencies {
  let known = scopes.get(dependencies);
  if (known === undefined) {
    known = new Map();
    scopes.set(dependencies, known);
  }
  const found = known.get(origin);
  if (found !== undefined) return found;
  const origins = apiOrigins(dependencies);
  if (!origins.includes(origin)) {
    throw new UnknownOrigin(
      `origin ${JSON.stringify(origin.slice(0, 300))} is not one that this service verifies for; there are ${origins.join(", ")} (COUNTERSIGN_API_ORIGINS)`,
    );
  }
  const otherOrigins = dependencies.config.apiOrigins ?? [];
  const scoped: Dependencies = { ...dependencies, origins: [origin], otherOrigins };
  known.set(origin, scoped);
  return scoped;
}

/** The origins under which the operator's APIs are called. */
export function apiOrigins({ config, origins }: Dependencies): readonly string[] {
  return config.apiOrigins ?? origins;
}

function limitNamed(name: string | undefined, { config }: Dependencies): ApiLimit | undefined {
  if (name === undefined) return undefined;
  const found = config.apiLimits.get(name);
  if (found !== undefined) return found;
  const names = [...config.apiLimits.keys()];
  throw new BadQuestion(
    `there is no limit ${JSON.stringify(name)}; ${names.length === 0 ? "none are configured" : `there are ${names.join(", ")}`} (COUNTERSIGN_API_LIMITS)`,
  );
}

function incomingOf(question: Question, id: string): Incoming {
  const { method, target, authorization, contentType, body, address } = question;
  const mark = target.indexOf("?");
  return {
    id,
    method,
    path: mark === -1 ? target : target.slice(0, mark),
    query: mark === -1 ? undefined : target.slice(mark + 1),
    headers: {},
    authorization,
    authorizations: authorization === undefined ? 0 : 1,
    contentType,
    body,
    address,
  };
}

/**
 * The API may read a form where this service read none, and its client would have signed no such form (T60). A bearer
 * token signs nothing.
 */
function refuseUnclearForm({ contentType }: Question, by: Caller): void {
  if (isBearerCaller(by) || !isUnclearForm(contentType)) return;
  throw new Refusal("badAuthenticationData", {
    detail:
      "the Content-Type of a form is application/x-www-form-urlencoded, alone or with parameters",
    provenAs: by.applicationId,
  });
}

function refuseAccess({ requires, method }: Question, by: Caller): void {
  const reads = method === "GET" || method === "HEAD";
  const needed = requires.access ?? (reads ? "read" : "write");
  if (covers(accessOf(by as UserCaller | BearerCaller), needed)) return;
  throw new Refusal("accessTypeTooHigh", { provenAs: by.applicationId });
}

/** An application on its own behalf has its registered level. */
function accessOf(caller: UserCaller | BearerCaller): AccessLevel {
  return isBearerCaller(caller) ? caller.access : caller.access.access;
}

function verified(caller: UserCaller | BearerCaller): VerifiedCaller {
  const access = accessOf(caller);
  if (isBearerCaller(caller)) {
    const { applicationId, consumerKey } = caller;
    return { context: "application", applicationId, consumerKey, access };
  }
  const { applicationId, consumerKey } = caller.consumer;
  const { id: userId, screenName } = caller.access.user;
  return { context: "user", userId, screenName, applicationId, consumerKey, access };
}
