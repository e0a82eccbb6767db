/** Sends one request over its own connection, byte for byte, with limits on time and size. */
import { type IncomingHttpHeaders, request as overHttp } from "node:http";
import { request as overHttps } from "node:https";
import type { TLSSocket } from "node:tls";

export interface CheckResponse {
  readonly status: number;
  readonly headers: IncomingHttpHeaders;
  readonly body: string;
  /** When the certificate of the other side ends; undefined over plain http. */
  readonly certificateUntil: number | undefined;
}

export interface CheckRequest {
  readonly method: string;
  readonly target: string;
  readonly headers?: Readonly<Record<string, string>>;
  readonly body?: string;
  /** Continues even if the certificate should not be trusted. */
  readonly trusting?: boolean;
}

const maxMs = 8_000;
const maxBytes = 64 * 1024;

/** Rejects with an Error of Node if there is no response, or if it is longer than 64 KB. */
export function ask(origin: string, request: CheckRequest): Promise<CheckResponse> {
  const { protocol, hostname, port } = new URL(origin);
  const { method, target, headers = {}, body = "", trusting = false } = request;
  const options = {
    method,
    path: target,
    host: hostname.replace(/^\[|\]$/g, ""),
    port,
    agent: false as const,
    headers: {
      ...headers,
      ...(body !== "" && { "content-length": String(Buffer.byteLength(body)) }),
    },
    signal: AbortSignal.timeout(maxMs),
  };
  return new Promise((resolve, reject) => {
    const sent =
      protocol === "https:"
        ? overHttps({ ...options, rejectUnauthorized: !trusting })
        : overHttp(options);
    sent.on("error", (error) =>
      reject(error.name === "AbortError" ? new Error("no response within 8 seconds") : error),
    );
    sent.on("response", (answer) => {
      const chunks: Buffer[] = [];
      let bytes = 0;
      const certificateUntil = endOf(answer.socket as TLSSocket);
      answer.on("data", (chunk: Buffer) => {
        bytes += chunk.length;
        if (bytes > maxBytes) sent.destroy(new Error("a response of more than 64 KB"));
        else chunks.push(chunk);
      });
      answer.on("error", reject);
      answer.on("end", () =>
        resolve({
          status: answer.statusCode ?? 0,
          headers: answer.headers,
          body: Buffer.concat(chunks).toString("utf8"),
          certificateUntil,
        }),
      );
    });
    sent.end(body);
  });
}

/** When the response was made, in milliseconds since the epoch, rounded down to a second. */
export function timeIn({ date }: IncomingHttpHeaders): number | undefined {
  const time = Date.parse(date ?? "");
  return Number.isNaN(time) ? undefined : time;
}

function endOf(socket: TLSSocket): number | undefined {
  const until = socket.encrypted ? Date.parse(socket.getPeerCertificate().valid_to) : Number.NaN;
  return Number.isNaN(until) ? undefined : until;
}
