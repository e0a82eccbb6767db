/**
 * How every operation runs: TLS, size, authenticate, limit, operation. The order matters: nothing
 * is decoded before its size is known, nothing is counted for an application before it is proven, and
 * nothing is done before it is counted. What counts by the client's address is counted first of all, so
 * that a form beyond the limit is never read.
 * Authentication asks the limit of an application before it spends a nonce, and counts nothing: a
 * replay must not use the limit up, and a request beyond it must not fill the journal of nonces.
 */
import type { Caller } from "../authentication/authentication.ts";
import { refuseTooMany } from "../authentication/incoming.ts";
import type { Dependencies } from "../dependencies.ts";
import { type Awaitable, after } from "../domain/awaitable.ts";
import type { LimitName, Standing } from "../domain/limits.ts";
import { Refusal } from "../domain/refusals.ts";
import type { Endpoint, Reply } from "../endpoint.ts";
import { beyondLimit, countCall, countsByAddress, standingOf } from "../rate-limits/count-call.ts";
import {
  asRefusal,
  countRefusal,
  noteUnproven,
  offerRefused,
  refusalReply,
} from "../refusal-reply.ts";
import type { Frame } from "../views/layout.ts";
import type { Received } from "./incoming.ts";

export interface OperationResult {
  readonly reply: Reply;
  /** The caller's standing within the operation's limit, if known. */
  readonly standing: Standing | undefined;
  readonly refusal: Refusal | undefined;
}

export async function runOperation(
  { incoming, secure, parameters }: Received,
  endpoint: Endpoint,
  dependencies: Dependencies,
  frame: Frame,
): Promise<OperationResult> {
  let standing: Standing | undefined;
  let caller: Caller | undefined;
  const { clock } = dependencies;
  const { limit } = endpoint;
  const countedFirst = limit !== undefined && countsByAddress(limit);
  try {
    if (!secure && dependencies.origins[0].startsWith("https:")) throw new Refusal("sslRequired");
    if (countedFirst) await count(limit, {});
    refuseTooMany(incoming);
    caller = await endpoint.caller.prove(incoming, namesRead(endpoint), dependencies, admit);
    if (limit !== undefined && !countedFirst) await count(limit, caller);
    const reply = await endpoint.operation({ caller, incoming, parameters, dependencies, frame });
    countUsage(endpoint, caller, dependencies);
    return { reply, standing, refusal: undefined };
  } catch (error) {
    const found = asRefusal(error, incoming.id);
    const refusal = caller ? found : await countRefusal(found, incoming, dependencies);
    noteUnproven(found, endpoint.name, dependencies);
    const provenAs = caller ? caller.applicationId : found.more.provenAs;
    dependencies.usage.count(provenAs, `refused ${refusal.row.code}`, dependencies.clock());
    const reply = refusalReply(refusal, incoming, dependencies.origins[0], endpoint, frame);
    if (endpoint.produces === "page") return { reply, standing, refusal };
    const more = { operation: endpoint.name, provenAs };
    const headers = { ...reply.headers, ...offerRefused(refusal, incoming, more, dependencies) };
    return { reply: { ...reply, headers }, standing, refusal };
  }

  function count(limit: LimitName, by: Caller): Awaitable<void> {
    return after(countCall(limit, by, incoming, dependencies), (found) => {
      standing = found;
      if (found === undefined || found.admitted) return;
      throw beyondLimit(limit, found, by, clock());
    });
  }

  function admit(by: Caller): Awaitable<void> {
    if (limit === undefined || countedFirst) return;
    return after(standingOf(limit, by, incoming, dependencies), (found) => {
      if (found === undefined || found.remaining > 0) return;
      standing = found;
      throw beyondLimit(limit, found, by, clock());
    });
  }
}

/** Pages and pictures do not count as requests of an application. */
function countUsage(endpoint: Endpoint, caller: Caller, { usage, clock }: Dependencies): void {
  if (caller.applicationId === undefined) return;
  const now = clock();
  usage.count(caller.applicationId, "verified", now);
  if (endpoint.issues) usage.count(caller.applicationId, "issued", now);
}

const readNames = new WeakMap<Endpoint, readonly string[]>();

function namesRead(endpoint: Endpoint): readonly string[] {
  const known = readNames.get(endpoint);
  if (known !== undefined) return known;
  const names = endpoint.reads.map((parameter) => parameter.name);
  readNames.set(endpoint, names);
  return names;
}
