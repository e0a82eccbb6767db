/** The response to a gateway: an identity in headers, or the refusal for its client. */

import type { Dependencies } from "../dependencies.ts";
import { Refusal } from "../domain/refusals.ts";
import { standingHeaders } from "../rate-limits/standing-headers.ts";
import { asRefusal, countRefusal, refusalResponse } from "../refusal-reply.ts";
import type { Attempts } from "./attempts.ts";
import {
  clientAddress,
  type Dialect,
  type DoorCall,
  describedRequest,
  likelyCause,
} from "./described-request.ts";
import { type Decision, judge } from "./judge.ts";
import { BadQuestion, UnknownOrigin } from "./question.ts";
import type { Verdict } from "./verdict.ts";
import { accessText } from "./verdict-json.ts";

export interface DoorReply {
  readonly status: number;
  readonly headers: Readonly<Record<string, string>>;
  readonly body: string;
}

export interface OpenDoorCall extends DoorCall {
  readonly id: string;
  readonly dependencies: Dependencies;
  readonly attempts: Attempts<Verdict>;
  readonly decided: (decision: Decision) => void;
  readonly warn: (reason: string) => void;
  readonly misconfigured: (problem: "origin" | "host", reason: string) => void;
}

/** Bodies of forms; a body of another type signs nothing, and is not read. */
export const mostDoorBytes = 256 * 1024;

/** Never throws, so that the gateway always gets a response. */
export async function answerAtDoor(dialect: Dialect, call: OpenDoorCall): Promise<DoorReply> {
  try {
    const verdict = await judge(describedRequest(dialect, call), call);
    if (verdict.valid) return { status: 200, headers: identityHeaders(verdict), body: "" };
    const cause = verdict.cause === "signature" ? likelyCause(dialect) : undefined;
    if (cause !== undefined) call.warn(`${call.id}: the signature does not match; ${cause}`);
    return verdict.response;
  } catch (error) {
    return refusedAtDoor(error, dialect, call);
  }
}

/** The refusal as a gateway's client gets it, complete. */
export function toClient(refusal: Refusal): DoorReply {
  return refusalResponse(refusal, undefined, "");
}

function refusalOf(error: unknown, dialect: Dialect, id: string): Refusal {
  if (error instanceof UnknownOrigin && isClients(dialect)) {
    return new Refusal("badAuthenticationData", { detail: "no API is called at this host" });
  }
  if (!(error instanceof BadQuestion)) return asRefusal(error, id);
  return new Refusal("internalError", { detail: `request ${id}`, reason: error.message });
}

/** Whether the gateway passes on the client's Host. Then an unknown origin is the client's fault. */
function isClients({ origin }: Dialect): boolean {
  return !("header" in origin);
}

/** Unreadable requests count against the client's address, like wrong signatures. */
async function refusedAtDoor(
  error: unknown,
  dialect: Dialect,
  { id, rawHeaders, dependencies, warn, misconfigured }: OpenDoorCall,
): Promise<DoorReply> {
  const found = refusalOf(error, dialect, id);
  const address = clientAddress(dialect, rawHeaders);
  const refusal =
    address === undefined ? found : await countRefusal(found, { id, address }, dependencies);
  // Beyond the limit nothing is logged, so strangers cannot flood the log.
  if (refusal === found) {
    if (!(error instanceof UnknownOrigin)) warn(`${id}: ${refusal.more.reason ?? refusal.message}`);
    else misconfigured(isClients(dialect) ? "host" : "origin", error.message);
  }
  const at = rawHeaders.findIndex(
    (name, index) => index % 2 === 0 && name.toLowerCase() === "authorization",
  );
  const authorization = at === -1 ? undefined : rawHeaders[at + 1];
  return refusalResponse(refusal, authorization, dependencies.origins[0]);
}

/**
 * Always sends all of them: some gateways only copy headers that are present, and would keep a client's own
 * X-Countersign-User-Id next to an application's context (T61).
 */
function identityHeaders({ caller, standing, decisionId }: Verdict & { readonly valid: true }) {
  return {
    "x-countersign-context": caller.context,
    "x-countersign-user-id": caller.userId ?? "",
    "x-countersign-screen-name": caller.screenName ?? "",
    "x-countersign-app-id": caller.applicationId,
    "x-countersign-consumer-key": caller.consumerKey,
    "x-countersign-access": accessText(caller.access),
    "x-countersign-decision": decisionId,
    ...(standing && standingHeaders(standing)),
  };
}
