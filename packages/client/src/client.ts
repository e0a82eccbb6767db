/**
 * `@countersign/client`: calls the internal address of a Countersign service who sent a request. It keeps
 * and shares connections. It caches no decision: a revoked token is rejected with the next request.
 */
import { randomBytes } from "node:crypto";
import { type ClientRequest, Agent as HttpAgent, request as httpRequest } from "node:http";
import { Agent as HttpsAgent, request as httpsRequest } from "node:https";
import { bodyMembers } from "./body.ts";
import type { CallerOf, Decision, ErrorResponse, VerificationRequest } from "./contract.ts";
import { readDecision } from "./decision-json.ts";
import { internalAddress } from "./internal-address.ts";

export type * from "./contract.ts";
export { userOf } from "./user-of.ts";

export interface VerifierOptions {
  /** The internal address, such as `http://127.0.0.1:9090`. */
  readonly url: string;
  /**
   * The service's COUNTERSIGN_INTERNAL_SECRET. It may be undefined only if `url` is a loopback address, because the
   * service needs a secret everywhere else.
   */
  readonly secret?: string | undefined;
  /**
   * The address at which clients call your API, such as `https://api.example.com`; one of COUNTERSIGN_API_ORIGINS.
   * Clients sign it, so it is never read from a request: a client can send any Host header.
   */
  readonly origin: string;
  /** How long a decision may take, in milliseconds; the default is 2000. */
  readonly deadlineMs?: number | undefined;
  /** The largest number of connections to the service; further requests wait. The default is 64. */
  readonly connections?: number | undefined;
}

export interface Verifier extends Disposable {
  /**
   * Who sent this request, or the response to give instead. Throws `VerificationFailed` if there is no decision:
   * the service is unreachable, too slow or over capacity, or it cannot read the question.
   */
  verify<Given extends VerificationRequest>(
    verificationRequest: Given,
  ): Promise<Decision<CallerOf<Given>>>;
  /** Closes the kept connections. */
  close(): void;
}

/** There is no decision, so the request must not be served. HttpResponse with `response`. */
export class VerificationFailed extends Error {
  readonly response: ErrorResponse;

  constructor(message: string, options: { cause?: unknown; response?: ErrorResponse } = {}) {
    super(message, { cause: options.cause });
    this.name = "VerificationFailed";
    this.response = options.response ?? overCapacity;
  }
}

/** Throws a TypeError if the URL, the origin or the secret cannot be one. */
export function createVerifier(options: VerifierOptions): Verifier {
  const { deadlineMs = 2000, connections = 64 } = options;
  const address = internalAddress(options.url);
  const secret = secretFor(address, options.secret);
  const origin = apiOrigin(options.origin);
  const secure = address.protocol === "https:";
  const settings = { keepAlive: true, maxSockets: connections };
  const agent = secure ? new HttpsAgent(settings) : new HttpAgent(settings);
  const headers = {
    "content-type": "application/json",
    ...(secret !== undefined && { "x-countersign-secret": secret }),
  };
  return {
    async verify<Given extends VerificationRequest>(verificationRequest: Given) {
      const asked = JSON.stringify(verificationJson(verificationRequest, origin));
      const deadline = AbortSignal.timeout(deadlineMs);
      try {
        const decision = decisionIn(await ask(asked, deadline));
        const { context = "any" } = verificationRequest.requires ?? {};
        if (decision.valid && context !== "any" && decision.caller.context !== context) {
          throw new Error(`the decision accepts another context than ${context}`);
        }
        return decision as Decision<CallerOf<Given>>;
      } catch (error) {
        if (error instanceof VerificationFailed) throw error;
        const why = deadline.aborted ? `no response within ${deadlineMs} ms` : messageOf(error);
        throw new VerificationFailed(`Countersign at ${address.origin}: ${why}`, { cause: error });
      }
    },
    close: () => agent.destroy(),
    [Symbol.dispose]: () => agent.destroy(),
  };

  /**
   * A server may close a kept connection just when a question is sent on it. The question is then sent once
   * more. If both arrive, the same request ID makes the service count them as one.
   */
  async function ask(body: string, deadline: AbortSignal): Promise<HttpResponse> {
    const first = send(body, deadline);
    try {
      return await first.answer;
    } catch (error) {
      if (deadline.aborted || !first.request.reusedSocket) throw error;
      return await send(body, deadline).answer;
    }
  }

  function send(asked: string, signal: AbortSignal): Sent {
    const body = Buffer.from(asked);
    const options = {
      method: "POST",
      agent,
      signal,
      headers: { ...headers, "content-length": body.length },
    };
    const target = new URL("/verify", address);
    const request = secure ? httpsRequest(target, options) : httpRequest(target, options);
    const answer = answerTo(request);
    request.end(body);
    return { request, answer };
  }
}

interface HttpResponse {
  readonly status: number;
  readonly headers: Readonly<Record<string, string | string[] | undefined>>;
  readonly body: string;
}

interface Sent {
  readonly request: ClientRequest;
  readonly answer: Promise<HttpResponse>;
}

const maxAnswerBytes = 256 * 1024;

function answerTo(request: ClientRequest): Promise<HttpResponse> {
  return new Promise((resolve, reject) => {
    request.on("error", reject);
    request.once("response", (response) => {
      const chunks: Buffer[] = [];
      let bytes = 0;
      response.on("data", (chunk: Buffer) => {
        bytes += chunk.length;
        if (bytes > maxAnswerBytes) request.destroy(new Error("the response is too large"));
        else chunks.push(chunk);
      });
      response.on("error", reject);
      // If a response is cut off, there is no "end" event.
      response.once("close", () => reject(new Error("the connection was closed")));
      response.once("end", () => {
        if (!response.complete) return;
        const { statusCode = 0, headers } = response;
        resolve({ status: statusCode, headers, body: Buffer.concat(chunks).toString("utf8") });
      });
    });
  });
}

function decisionIn({ status, headers, body }: HttpResponse): Decision {
  if (status === 200) return readDecision(body);
  if (status !== 503) throw new Error(`it responded with ${status}: ${problemIn(body)}`);
  const wait = headers["retry-after"];
  throw new VerificationFailed(`Countersign can't respond: ${problemIn(body)}`, {
    response: {
      ...overCapacity,
      headers: {
        ...overCapacity.headers,
        ...(typeof wait === "string" && { "retry-after": wait }),
      },
    },
  });
}

/** If the service cannot answer a question, its message says what to change. */
function problemIn(body: string): string {
  try {
    const { error } = JSON.parse(body) as { error?: unknown };
    if (typeof error === "string") return error;
  } catch {
    // This is not the service's answer: another program listens there.
  }
  return "this is not the internal address of a Countersign service";
}

function verificationJson(verificationRequest: VerificationRequest, origin: string): object {
  const { method, target, authorization, contentType, body, requires, limit, cost } =
    verificationRequest;
  return {
    method,
    origin,
    target,
    authorization,
    content_type: contentType,
    ...bodyMembers(contentType, body),
    requires,
    limit,
    cost,
    address: verificationRequest.address,
    user_agent: verificationRequest.userAgent?.slice(0, 500),
    request_id: verificationRequest.requestId ?? randomBytes(16).toString("base64url"),
  };
}

function secretFor({ hostname }: URL, secret: string | undefined): string | undefined {
  const isLoopback = /^(localhost|127(\.\d+){3}|\[::1\])$/.test(hostname);
  if (secret === undefined && isLoopback) return undefined;
  if (typeof secret === "string" && secret !== "") return secret;
  throw new TypeError(
    `secret must be the service's COUNTERSIGN_INTERNAL_SECRET; it is ${secret === "" ? "empty" : typeof secret}. Is the environment variable set?`,
  );
}

function apiOrigin(text: string): string {
  const url = URL.canParse(text) ? new URL(text) : undefined;
  if (url !== undefined && /^https?:$/.test(url.protocol) && url.pathname + url.search === "/") {
    return url.origin;
  }
  throw new TypeError(
    `origin must be where clients call your API, such as https://api.example.com; got ${JSON.stringify(text)}`,
  );
}

/** As in the service's table of errors, for a store that cannot respond. */
const overCapacity: ErrorResponse = {
  status: 503,
  headers: {
    "content-type": "application/json; charset=utf-8",
    "cache-control": "no-store",
    "x-content-type-options": "nosniff",
    "retry-after": "5",
  },
  body: '{"errors":[{"code":130,"message":"Over capacity"}]}',
};

function messageOf(error: unknown): string {
  // For a host with several addresses, the error has an empty message and an error for each address.
  const named = error as { message?: unknown; code?: unknown } | null;
  return String(named?.message || named?.code || error);
}
