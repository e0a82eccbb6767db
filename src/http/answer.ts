/**
 * How every operation is answered: TLS, authenticate, limit, operation. The order matters: nothing is
 * counted before it is proven, and nothing is done before it is counted.
 */
import type { Caller } from "../authentication/authentication.ts";
import type { Incoming } from "../authentication/incoming.ts";
import type { Standing } from "../domain/limits.ts";
import { Refusal } from "../domain/refusals.ts";
import type { Endpoint, Reply } from "../endpoints/endpoint.ts";
import type { Surroundings } from "../surroundings.ts";
import type { Frame } from "../views/layout.ts";
import type { Received } from "./incoming.ts";
import { asRefusal, refusalReply } from "./outgoing.ts";
import { countCall, countFailedProof, refuseBeyond } from "./rate-limit.ts";

export interface Answered {
  readonly reply: Reply;
  /** How the caller stands against the operation's limit, if that is known. */
  readonly standing: Standing | undefined;
  readonly refusal: Refusal | undefined;
}

export async function answer(
  { incoming, secure }: Received,
  endpoint: Endpoint,
  surroundings: Surroundings,
  frame: Frame,
): Promise<Answered> {
  let standing: Standing | undefined;
  let caller: Caller | undefined;
  try {
    if (!secure && surroundings.origins[0].startsWith("https:")) throw new Refusal("sslRequired");
    caller = await endpoint.caller.prove(incoming, namesRead(endpoint), surroundings);
    if (endpoint.limit !== undefined) {
      standing = await countCall(endpoint.limit, caller, incoming, surroundings);
      if (standing !== undefined) refuseBeyond(endpoint.limit, standing, surroundings.clock());
    }
    const reply = await endpoint.operation({ caller, incoming, surroundings, frame });
    countUse(endpoint, caller, surroundings);
    return { reply, standing, refusal: undefined };
  } catch (error) {
    const found = asRefusal(error, incoming.id);
    const refusal = caller ? found : await counted(found, incoming, surroundings);
    const provenAs = caller ? caller.applicationId : found.more.provenAs;
    surroundings.use.count(provenAs, `refused ${refusal.row.code}`, surroundings.clock());
    const reply = refusalReply(refusal, incoming, surroundings.origins[0], endpoint, frame);
    return { reply, standing, refusal };
  }
}

/** Pages and pictures are no application's requests. */
function countUse(endpoint: Endpoint, caller: Caller, { use, clock }: Surroundings): void {
  if (caller.applicationId === undefined) return;
  const now = clock();
  use.count(caller.applicationId, "verified", now);
  if (endpoint.issues) use.count(caller.applicationId, "issued", now);
}

async function counted(
  refusal: Refusal,
  incoming: Incoming,
  surroundings: Surroundings,
): Promise<Refusal> {
  try {
    return await countFailedProof(refusal, incoming, surroundings);
  } catch (error) {
    return asRefusal(error, incoming.id);
  }
}

const readNames = new WeakMap<Endpoint, readonly string[]>();

function namesRead(endpoint: Endpoint): readonly string[] {
  const known = readNames.get(endpoint);
  if (known !== undefined) return known;
  const names = endpoint.reads.map((parameter) => parameter.name);
  readNames.set(endpoint, names);
  return names;
}
