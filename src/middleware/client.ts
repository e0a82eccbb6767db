/**
 * `countersign/client`: asks the private address of a Countersign service who sent a request. Connections
 * are kept and shared. Nothing is cached: a token that is revoked is refused with the next request.
 */
import { randomBytes } from "node:crypto";
import { type ClientRequest, Agent as HttpAgent, request as httpRequest } from "node:http";
import { Agent as HttpsAgent, request as httpsRequest } from "node:https";
import type { Question, RefusalResponse, Verdict } from "./contract.ts";
import { readVerdict } from "./verdict-json.ts";

export type * from "./contract.ts";

export interface VerifierOptions {
  /** The private address: `http://127.0.0.1:9090`. */
  readonly url: string;
  /** COUNTERSIGN_INTERNAL_SECRET of the service; needed unless it listens on loopback without one. */
  readonly secret?: string | undefined;
  /**
   * Where clients call your API: `https://api.example.com`, one of COUNTERSIGN_API_ORIGINS. It is part of
   * what clients sign, so it is never taken from a request: a Host header is the client's to choose.
   */
  readonly origin: string;
  /** How long a verdict may take, in milliseconds. Default: 2000. */
  readonly deadlineMs?: number;
  /** How many connections to the service at most; further questions wait. Default: 64. */
  readonly connections?: number;
}

export interface Verifier extends Disposable {
  /**
   * Who sent this request, or what to answer instead. Throws `VerificationFailed` where there is no verdict:
   * the service is out of reach, too slow or over capacity, or it cannot read the question.
   */
  verify(question: Question): Promise<Verdict>;
  /** Closes the kept connections. */
  close(): void;
}

/** There is no verdict, so the request must not be served. `response` is what to answer. */
export class VerificationFailed extends Error {
  readonly response: RefusalResponse;

  constructor(message: string, options: { cause?: unknown; response?: RefusalResponse } = {}) {
    super(message, { cause: options.cause });
    this.name = "VerificationFailed";
    this.response = options.response ?? overCapacity;
  }
}

export function createVerifier(options: VerifierOptions): Verifier {
  const { secret, deadlineMs = 2000, connections = 64 } = options;
  const address = privateAddress(options.url);
  const origin = apiOrigin(options.origin);
  const secure = address.protocol === "https:";
  const settings = { keepAlive: true, maxSockets: connections };
  const agent = secure ? new HttpsAgent(settings) : new HttpAgent(settings);
  const headers = {
    "content-type": "application/json",
    ...(secret !== undefined && { "x-countersign-secret": secret }),
  };
  return {
    async verify(question) {
      const asked = JSON.stringify(questionJson(question, origin));
      const deadline = AbortSignal.timeout(deadlineMs);
      try {
        return verdictIn(await ask(asked, deadline));
      } catch (error) {
        if (error instanceof VerificationFailed) throw error;
        const why = deadline.aborted ? `no answer within ${deadlineMs} ms` : messageOf(error);
        throw new VerificationFailed(`Countersign at ${address.origin}: ${why}`, { cause: error });
      }
    },
    close: () => agent.destroy(),
    [Symbol.dispose]: () => agent.destroy(),
  };

  /**
   * A server may close a kept connection just as a question leaves on it. The question is then asked once
   * more; its attempt id makes the second the same as the first, where both arrived.
   */
  async function ask(asked: string, deadline: AbortSignal): Promise<Answer> {
    const first = send(asked, deadline);
    try {
      return await first.answer;
    } catch (error) {
      if (deadline.aborted || !first.request.reusedSocket) throw error;
      return await send(asked, deadline).answer;
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

interface Answer {
  readonly status: number;
  readonly headers: Readonly<Record<string, string | string[] | undefined>>;
  readonly body: string;
}

interface Sent {
  readonly request: ClientRequest;
  readonly answer: Promise<Answer>;
}

const mostAnswerBytes = 256 * 1024;

function answerTo(request: ClientRequest): Promise<Answer> {
  return new Promise((resolve, reject) => {
    request.on("error", reject);
    request.once("response", (response) => {
      const chunks: Buffer[] = [];
      let bytes = 0;
      response.on("data", (chunk: Buffer) => {
        bytes += chunk.length;
        if (bytes > mostAnswerBytes) request.destroy(new Error("the answer is too large"));
        else chunks.push(chunk);
      });
      response.on("error", reject);
      // Half an answer ends without "end".
      response.once("close", () => reject(new Error("the connection was closed")));
      response.once("end", () => {
        if (!response.complete) return;
        const { statusCode = 0, headers } = response;
        resolve({ status: statusCode, headers, body: Buffer.concat(chunks).toString("utf8") });
      });
    });
  });
}

function verdictIn({ status, headers, body }: Answer): Verdict {
  if (status === 200) return readVerdict(body);
  if (status !== 503) throw new Error(`it answers ${status}: ${problemIn(body)}`);
  const kept = ["content-type", "retry-after"].flatMap((name) => {
    const value = headers[name];
    return typeof value === "string" ? [[name, value] as const] : [];
  });
  const response = { status, headers: { ...overCapacity.headers, ...Object.fromEntries(kept) } };
  throw new VerificationFailed("Countersign is over capacity", {
    response: { ...response, body },
  });
}

/** What the service says of a question that it cannot answer names what to change. */
function problemIn(body: string): string {
  try {
    const { error } = JSON.parse(body) as { error?: unknown };
    if (typeof error === "string") return error;
  } catch {
    // Not the service's own answer: something else listens there.
  }
  return "this is not the private address of a Countersign service";
}

function questionJson(question: Question, origin: string): object {
  const { method, target, authorization, contentType, body, requires, limit, address } = question;
  return {
    method,
    origin,
    target,
    authorization,
    content_type: contentType,
    ...(body !== undefined && { body_base64: Buffer.from(body).toString("base64") }),
    requires,
    limit,
    address,
    attempt: question.attempt ?? randomBytes(16).toString("base64url"),
  };
}

function privateAddress(text: string): URL {
  const url = URL.canParse(text) ? new URL(text) : undefined;
  if (url !== undefined && /^https?:$/.test(url.protocol)) return url;
  throw new TypeError(
    `url is the private address of the service, such as http://127.0.0.1:9090, and not ${JSON.stringify(text)}`,
  );
}

function apiOrigin(text: string): string {
  const url = URL.canParse(text) ? new URL(text) : undefined;
  if (url !== undefined && /^https?:$/.test(url.protocol) && url.pathname + url.search === "/") {
    return url.origin;
  }
  throw new TypeError(
    `origin is where clients call your API, such as https://api.example.com, and not ${JSON.stringify(text)}`,
  );
}

/** The row of the service's table for a store that cannot answer. */
const overCapacity: RefusalResponse = {
  status: 503,
  headers: {
    "content-type": "application/json; charset=utf-8",
    "cache-control": "no-store",
    "retry-after": "5",
  },
  body: '{"errors":[{"code":130,"message":"Over capacity"}]}',
};

function messageOf(error: unknown): string {
  // A host with several addresses fails with an error for each, and an empty message.
  const named = error as { message?: unknown; code?: unknown } | null;
  return String(named?.message || named?.code || error);
}
