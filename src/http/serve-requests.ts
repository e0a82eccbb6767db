/** What happens with a request that was routed: its operation, or a refusal. Both are sent and reported. */
import type { FastifyReply, FastifyRequest } from "fastify";
import { mayBeOurs } from "../authentication/csrf.ts";
import type { Incoming } from "../authentication/incoming.ts";
import { languageAsked, setLanguage } from "../authentication/language.ts";
import type { Dependencies } from "../dependencies.ts";
import { Refusal } from "../domain/refusals.ts";
import type { Endpoint, PathParameters, Reply } from "../endpoint.ts";
import { refusalJson, refusalReply } from "../refusal-reply.ts";
import type { Spans } from "../spans.ts";
import { type CommonFrame, framesFor } from "./frames.ts";
import { type Received, readIncoming } from "./incoming.ts";
import type { Rehearsal } from "./rehearsal.ts";
import { newRequestId } from "./request-id.ts";
import { runOperation } from "./run-operation.ts";
import type { SendReply } from "./send-reply.ts";
import { trustedProxies } from "./trusted-proxies.ts";

/** Called once for every request that was answered. */
export type Served = (
  incoming: Incoming,
  endpoint: string,
  status: number,
  refusal: Refusal | undefined,
  /** Duration in milliseconds. */
  took: number,
) => void;

export interface ServingParts {
  readonly endpoints: readonly Endpoint[];
  readonly dependencies: Dependencies;
  readonly frame: CommonFrame;
  readonly served: Served;
  /** Called, instead of `served`, for a program's request that was refused because too many were in progress. */
  readonly turnedAway: () => void;
  /** Undefined: requests go directly to their operations. */
  readonly rehearsal: Rehearsal | undefined;
  readonly spans: Spans | undefined;
}

export interface Serving {
  receive(request: FastifyRequest): Received;
  /** Runs the operation, unless too many are in progress. */
  serve(request: FastifyRequest, reply: FastifyReply, endpoint: Endpoint): Promise<void> | void;
  /** `endpoint`: the operation at the path, if there is one. */
  refuse(
    request: FastifyRequest,
    reply: FastifyReply,
    refusalFor: (requestId: string) => Refusal,
    endpoint?: Endpoint,
  ): void;
}

/**
 * The most requests of programs in progress at once: two full commits. More are refused before they are looked
 * at, so that waiting times stay bounded. Pages are not counted, so that people can sign in while programs
 * wait. docs/adr/0027-more-than-can-be-answered.md has the measurements.
 */
export const mostInHand = 512;
const overCapacity = new Refusal("overCapacity");

export function serveRequests(parts: ServingParts, send: SendReply): Serving {
  const { dependencies, served } = parts;
  const proxies = trustedProxies(dependencies.config.trustedProxies);
  const frameFor = framesFor(parts.frame, parts.endpoints);
  /** Requests of programs in progress. */
  let inHand = 0;

  return { receive, serve, refuse };

  function receive(request: FastifyRequest, endpoint?: Endpoint): Received {
    const body = Buffer.isBuffer(request.body) ? request.body : undefined;
    const parameters = request.params as PathParameters;
    const fields = endpoint?.produces === "page" ? endpoint.fields : undefined;
    return readIncoming(request.raw, body, proxies, newRequestId(), parameters, fields);
  }

  function serve(
    request: FastifyRequest,
    reply: FastifyReply,
    endpoint: Endpoint,
  ): Promise<void> | void {
    const { produces } = endpoint;
    if (produces === "page" || produces === "asset") return serveNow(request, reply, endpoint);
    if (inHand >= mostInHand) {
      parts.turnedAway();
      const { authorization } = request.headers;
      send(request, reply, refusalJson(overCapacity, authorization, "", endpoint));
      return;
    }
    inHand += 1;
    return serveNow(request, reply, endpoint).finally(() => {
      inHand -= 1;
    });
  }

  async function serveNow(
    request: FastifyRequest,
    reply: FastifyReply,
    endpoint: Endpoint,
  ): Promise<void> {
    const began = performance.now();
    const received = receive(request, endpoint);
    if (parts.rehearsal !== undefined) {
      const staged = await parts.rehearsal.before(received.incoming, endpoint);
      if (staged === "cut") {
        reply.hijack();
        request.raw.destroy();
        return;
      }
      if (staged !== undefined) return refuse(request, reply, () => staged, endpoint);
    }
    const frame = frameFor(received.incoming, endpoint);
    const serveIt = () => runOperation(received, endpoint, dependencies, frame);
    const { method, headers } = received.incoming;
    const result = await (parts.spans === undefined
      ? serveIt()
      : parts.spans.request(
          { operation: endpoint.name, method, headers },
          serveIt,
          ({ reply: { status } }) => status,
        ));
    const took = performance.now() - began;
    served(received.incoming, endpoint.name, result.reply.status, result.refusal, took);
    const replied = inAskedLanguage(received.incoming, endpoint, result.reply, dependencies);
    send(request, reply, replied, result.standing);
  }

  function refuse(
    request: FastifyRequest,
    reply: FastifyReply,
    refusalFor: (requestId: string) => Refusal,
    endpoint?: Endpoint,
  ): void {
    const { incoming } = receive(request, endpoint);
    const refusal = refusalFor(incoming.id);
    served(incoming, endpoint?.name ?? "none", refusal.row.status, refusal, 0);
    const [realm] = dependencies.origins;
    const frame = frameFor(incoming, endpoint);
    send(request, reply, refusalReply(refusal, incoming, realm, endpoint, frame));
  }
}

/** Asking for a refused form's page in another language sets the language for all pages. */
function inAskedLanguage(
  incoming: Incoming,
  endpoint: Endpoint,
  replied: Reply,
  dependencies: Dependencies,
): Reply {
  const texts = endpoint.produces === "page" ? languageAsked(incoming) : undefined;
  if (texts === undefined || !mayBeOurs(incoming, dependencies)) return replied;
  return { ...replied, cookies: [...(replied.cookies ?? []), setLanguage(texts, dependencies)] };
}
