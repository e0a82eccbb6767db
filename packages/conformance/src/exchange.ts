/** Sends requests only to the configured hosts, at the configured pace, with bounds on time and length. */
import { type IncomingHttpHeaders, type RequestOptions, request as sendHttp } from "node:http";
import { request as sendHttps } from "node:https";
import { setTimeout as pause } from "node:timers/promises";
import type { Provider } from "./config.ts";

export interface SentRequest {
  readonly method: string;
  readonly origin: string;
  readonly target: string;
  readonly headers: readonly (readonly [string, string])[];
  readonly body?: string | undefined;
}

export interface ProviderResponse {
  readonly status: number;
  readonly headers: IncomingHttpHeaders;
  /** At most `maxAnswer` bytes. */
  readonly body: string;
}

export class NoResponse extends Error {}
/** The provider asked to wait longer than the config allows. */
export class Throttled extends Error {}
/** A redirect or a form leads to a host that the config does not name. */
export class ForeignHost extends Error {}

export const maxAnswer = 512 * 1024;

export interface Exchange {
  /** `at once` does not wait, but later requests do. Throws `NoResponse`, `Throttled` and `ForeignHost`. */
  send(request: SentRequest, when?: "at once"): Promise<ProviderResponse>;
  readonly sent: number;
  readonly clock: () => number;
}

/** Sends a request and returns its response. Throws `NoResponse`. */
export type Transport = (request: SentRequest, timeoutSeconds: number) => Promise<ProviderResponse>;

/** Tests replace these. */
export interface ExchangeOptions {
  readonly transport?: Transport;
  /** Milliseconds since 1970. */
  readonly clock?: () => number;
}

export function exchangeWith(
  provider: Provider,
  { transport = overHttp, clock = Date.now }: ExchangeOptions = {},
): Exchange {
  let sent = 0;
  let next = 0;
  async function onePaced(request: SentRequest, when?: "at once"): Promise<ProviderResponse> {
    const url = new URL(request.origin);
    if (!provider.hosts.has(url.host)) {
      throw new ForeignHost(`${url.host} is not in the config; other_hosts can name it`);
    }
    const now = performance.now();
    const at = Math.max(now, next);
    next = at + 1000 / provider.requestsPerSecond;
    // A timer waits at least a millisecond, which is longer than a fast pace needs.
    if (at - now >= 1 && when === undefined) await pause(at - now);
    sent += 1;
    return transport(request, provider.timeoutSeconds);
  }
  return {
    clock,
    get sent() {
      return sent;
    },
    async send(request, when) {
      const answer = await onePaced(request, when);
      if (!isThrottled(answer)) return answer;
      const seconds = Number(answer.headers["retry-after"] ?? Number.NaN);
      if (!(seconds >= 0 && seconds <= provider.maxWaitSeconds)) {
        throw new Throttled(`the provider limits requests (${answer.status})`);
      }
      await pause(seconds * 1000);
      const again = await onePaced(request);
      if (isThrottled(again)) {
        throw new Throttled(`the provider limits requests (${again.status}), after a wait too`);
      }
      return again;
    },
  };
}

/** A rate limit does not depend on the request, so it is neither an acceptance nor a rejection. */
function isThrottled({ status, headers }: ProviderResponse): boolean {
  return status === 429 || (status === 503 && headers["retry-after"] !== undefined);
}

async function overHttp(asked: SentRequest, timeoutSeconds: number): Promise<ProviderResponse> {
  const url = new URL(asked.origin);
  const headers: Record<string, string | string[]> = { "User-Agent": "countersign-conformance" };
  for (const [name, value] of asked.headers) {
    const before = headers[name];
    headers[name] = before === undefined ? value : [before, value].flat();
  }
  if (asked.body !== undefined) headers["Content-Length"] = String(Buffer.byteLength(asked.body));
  const options: RequestOptions = {
    protocol: url.protocol,
    hostname: url.hostname.replace(/^\[|\]$/g, ""),
    port: url.port,
    method: asked.method,
    path: asked.target,
    headers,
    // A reused connection that the provider has just closed would look like a missing answer.
    agent: false,
    signal: AbortSignal.timeout(timeoutSeconds * 1000),
  };
  return new Promise((resolve, reject) => {
    const fail = (error: Error & { code?: string }) =>
      reject(
        new NoResponse(
          error.name === "TimeoutError" || error.name === "AbortError"
            ? `no response within ${timeoutSeconds} s`
            : `no response: ${error.code ?? error.message}`,
        ),
      );
    try {
      const send = url.protocol === "https:" ? sendHttps : sendHttp;
      const request = send(options, (response) => {
        const chunks: Buffer[] = [];
        let length = 0;
        const end = () =>
          resolve({
            status: response.statusCode ?? 0,
            headers: response.headers,
            body: Buffer.concat(chunks).toString("utf8"),
          });
        response.on("data", (chunk: Buffer) => {
          chunks.push(chunk);
          length += chunk.length;
          if (length < maxAnswer) return;
          end();
          request.destroy();
        });
        response.on("end", end);
        response.on("error", fail);
      });
      request.on("error", fail);
      request.end(asked.body);
    } catch (error) {
      fail(error as Error);
    }
  });
}
