/**
 * How every call of the admin API runs, in this order: host and origin, key, limit, role, parsing, repetition,
 * operation. Nothing is parsed for a caller without a key, and nothing is changed twice for one `Idempotency-Key`.
 */
import type { IncomingMessage } from "node:http";
import { setImmediate } from "node:timers/promises";
import { byApiKey } from "../../../domain/audit-context.ts";
import { adminEndpoints } from "../../admin-api/endpoints.ts";
import type { AdminEndpoint, AdminOperation } from "../../operation/admin-operation.ts";
import { AdminProblem } from "../../operation/admin-problem.ts";
import type { InternalCall, InternalReply } from "../../operation/internal-endpoint.ts";
import { BodyTooLarge, ConnectionEnded, hasBody, isEncoded, type ReadBody } from "../bodies.ts";
import { callsOfPages } from "../calls-of-pages.ts";
import { routes } from "../routes.ts";
import { allowedCaller, countKeyCall, countSize, rejectPages, touch } from "./admin-caller.ts";
import { adminDocument } from "./admin-document.ts";
import { parsedCall, validatedPart } from "./admin-input.ts";
import { onceFor } from "./admin-repetition.ts";
import { assertMatchOf, problemReply, resultReply } from "./admin-reply.ts";
import { withUserIds } from "./user-ids.ts";

export interface AdminApiParts extends Pick<InternalCall, "dependencies" | "health" | "readiness"> {
  readonly readBody: ReadBody;
  /** Logs why a call failed. */
  readonly warn: (reason: string) => void;
}

/** `id` names the call in the log. Throws `ConnectionEnded`. */
export function adminApi(
  parts: AdminApiParts,
): (request: IncomingMessage, id: string) => Promise<InternalReply> {
  const { dependencies, warn } = parts;
  const callOfPage = callsOfPages(dependencies);
  const routed = adminEndpoints.map((one) => ({ ...one, paths: [one.path] }));
  const endpointAt = routes(routed);
  let made: object | undefined;
  const document = () => {
    made ??= adminDocument(adminEndpoints);
    return made;
  };

  return async (request, id) => {
    try {
      return await answer(request);
    } catch (error) {
      if (error instanceof ConnectionEnded) throw error;
      return problemReply(error, id, warn);
    }
  };

  async function answer(request: IncomingMessage): Promise<InternalReply> {
    rejectPages(callOfPage(request));
    const key = await allowedCaller(request, dependencies);
    await countKeyCall(key, dependencies);
    touch(key, request.socket, dependencies);
    const { url = "" } = request;
    const mark = url.indexOf("?");
    const route = endpointAt(mark === -1 ? url : url.slice(0, mark));
    if (route === undefined) throw new AdminProblem("not-found", "No such path.");
    const { routed: endpoint, parameters } = route;
    const operation = operationFor(endpoint, request.method);
    if (operation.role === "manager" && key.role !== "manager") {
      throw new AdminProblem("forbidden", "This requires a key with the role manager.");
    }
    const bytes = await bodyOf(request, operation);
    // A caller could have held back its body until the key was revoked, or the end of an empty one.
    if (hasBody(request)) await allowedCaller(request, dependencies);
    await countSize(key, bytes.length, dependencies);
    const query = mark === -1 ? "" : url.slice(mark + 1);
    const parsed = parsedCall({ endpoint, operation, parameters, query, request, bytes });
    const pause = () => pauseIn(request);
    const { remoteAddress = "" } = request.socket;
    const by = byApiKey(key, dependencies.clock(), remoteAddress);
    const repeatable = { request, operation, key, bytes, by, dependencies, warn };
    const reply = await onceFor(repeatable, async (actor) => {
      const { health, readiness } = parts;
      const assertMatch = assertMatchOf(operation, request.headers["if-match"]);
      const named = await withUserIds(parsed, endpoint, operation, dependencies.ledger);
      const apiKey = () => allowedCaller(request, dependencies);
      const server = {
        ...{ bytes, dependencies, health, readiness, document, apiKey },
        validated: validatedPart,
      };
      const call = { ...named, by: actor, dependencies, assertMatch, pause, server };
      const result = await operation.run(call);
      return {
        reply: resultReply(operation, result),
        about: operation.about?.(named, result) ?? {},
      };
    });
    const { body } = reply;
    // What was done is done, whether it is counted or not.
    const count = (size: number) =>
      dependencies.background.begin("the size of a response", () =>
        countSize(key, size, dependencies),
      );
    if (typeof body !== "string") return { ...reply, body: counted(body, count) };
    count(body.length);
    return reply;
  }

  async function bodyOf(request: IncomingMessage, operation: AdminOperation): Promise<Buffer> {
    if (isEncoded(request)) {
      const detail = "Send the body uncompressed, without Content-Encoding.";
      throw new AdminProblem("unsupported-media-type", detail);
    }
    const max = operation.maxBodyBytes ?? maxBodyBytes;
    try {
      return await parts.readBody(request, max);
    } catch (error) {
      if (!(error instanceof BodyTooLarge)) throw error;
      throw new AdminProblem("body-too-large", `The body can have up to ${max} bytes.`);
    }
  }
}

const maxBodyBytes = 64 * 1024;

/** Also counts what was sent before the caller left. */
async function* counted(pieces: AsyncIterable<string>, count: (size: number) => void) {
  let size = 0;
  try {
    for await (const piece of pieces) {
      size += piece.length;
      yield piece;
    }
  } finally {
    count(size);
  }
}

/** A caller that has left looks like one that only ends its side, as no HTTP library does before the response. */
async function pauseIn({ socket }: IncomingMessage): Promise<void> {
  await setImmediate();
  if (!socket.destroyed && !socket.readableEnded) return;
  socket.destroy();
  throw new ConnectionEnded();
}

function operationFor(endpoint: AdminEndpoint, method = ""): AdminOperation {
  const wanted = method === "HEAD" ? "GET" : method;
  const found = endpoint.operations.find((one) => one.method === wanted);
  if (found !== undefined) return found;
  const allow = endpoint.operations
    .flatMap((one) => (one.method === "GET" ? ["GET", "HEAD"] : [one.method]))
    .join(", ");
  throw new AdminProblem("method-not-allowed", `This path supports ${allow}.`, {
    headers: { allow },
  });
}
