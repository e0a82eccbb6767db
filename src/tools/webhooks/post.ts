/** It follows no redirects, only reads the status, and only connects to public addresses. */
import { lookup } from "node:dns";
import { Agent, type RequestOptions, request as requestHttps } from "node:https";
import { isIP, type LookupFunction } from "node:net";
import { isPublicAddress } from "./public-address.ts";

/**
 * Resolves to the status. Rejects with the reason if there was no response; the message names only the host of the URL,
 * and `code` is the error's.
 */
export type Post = (
  url: URL,
  message: {
    readonly headers: Readonly<Record<string, string>>;
    readonly body: string;
    readonly signal: AbortSignal;
  },
) => Promise<number>;

export interface Poster extends Disposable {
  readonly post: Post;
  /** Resolves a URL's name as a POST would, and connects to no one. Rejects as `Post` does. */
  addressesOf(url: URL): Promise<readonly string[]>;
}

/** An import of `node:http` would also load everything that `fetch` needs. */
const { Agent: HttpAgent, request: requestHttp } = process.getBuiltinModule("node:http");

const maxMs = 10_000;

const maxConnections = 8;

/** `resolve` looks up the addresses of a name. Disposing closes idle connections. */
export function openPost(privateAddresses: boolean, resolve: typeof lookup = lookup): Poster {
  const kept = { keepAlive: true, maxSockets: maxConnections, timeout: 30_000 };
  const agents = { "http:": new HttpAgent(kept), "https:": new Agent(kept) };
  const isAllowed = (address: string) => privateAddresses || isPublicAddress(address);
  return {
    post,
    addressesOf,
    [Symbol.dispose]() {
      for (const agent of Object.values(agents)) agent.destroy();
    },
  };

  function post(url: URL, { headers, body, signal }: Parameters<Post>[1]): Promise<number> {
    const host = hostOf(url);
    const isHttps = url.protocol === "https:";
    const within = AbortSignal.any([signal, AbortSignal.timeout(maxMs)]);
    const options: RequestOptions = {
      method: "POST",
      agent: isHttps ? agents["https:"] : agents["http:"],
      lookup: allowedLookup,
      signal: within,
      headers: {
        ...headers,
        "content-type": "application/json",
        "content-length": Buffer.byteLength(body),
        "user-agent": "Countersign",
      },
    };
    return new Promise((done, fail) => {
      // An IP address is not looked up, so `allowedLookup` would not see it.
      if (isIP(host) !== 0 && !isAllowed(host)) return fail(notAllowed(host));
      const request = (isHttps ? requestHttps : requestHttp)(url, options, (response) => {
        done(response.statusCode ?? 0);
        // The connection is used again after a short response. A long one is not read, and its connection is closed.
        let bytes = 0;
        response.on("data", (piece: Buffer) => {
          bytes += piece.length;
          if (bytes > maxAnswerBytes) response.destroy();
        });
        response.on("error", () => {});
      });
      request.on("error", (error) => fail(failed(error, within)));
      request.end(body);
    });
  }

  async function addressesOf(url: URL): Promise<readonly string[]> {
    const host = hostOf(url);
    if (isIP(host) !== 0) {
      if (!isAllowed(host)) throw notAllowed(host);
      return [host];
    }
    return new Promise((done, fail) =>
      allowedLookup(host, { all: true }, (error, addresses) => {
        if (error) return fail(error);
        done(Array.isArray(addresses) ? addresses.map(({ address }) => address) : [addresses]);
      }),
    );
  }

  /** Connects to the address that was checked, so a name can't resolve to another one in between (DNS rebinding). */
  function allowedLookup(...[name, options, respond]: Parameters<LookupFunction>): void {
    resolve(name, { ...options, all: true }, (error, addresses) => {
      if (error) return respond(error, "", 0);
      const allowed = addresses.filter(({ address }) => isAllowed(address));
      const [first] = allowed;
      if (first === undefined) return respond(notAllowed(name), "", 0);
      if (options.all) respond(null, allowed);
      else respond(null, first.address, first.family);
    });
  }
}

const maxAnswerBytes = 64 * 1024;

function hostOf({ hostname }: URL): string {
  return hostname.replace(/^\[|\]$/g, "");
}

function notAllowed(host: string): Error {
  return withCode(
    `${host} is not on the public internet; COUNTERSIGN_WEBHOOK_ADDRESSES=private allows it`,
    "ERR_NOT_PUBLIC",
  );
}

function failed(error: unknown, within: AbortSignal): Error {
  const code = within.aborted ? "ETIMEDOUT" : codeOf(error);
  return withCode(reasonOf(error, within), code);
}

function codeOf(error: unknown): unknown {
  const [first] = error instanceof AggregateError ? error.errors : [error];
  return first instanceof Error && "code" in first ? first.code : undefined;
}

function withCode(message: string, code: unknown): Error {
  return Object.assign(new Error(message), { code });
}

function reasonOf(error: unknown, within: AbortSignal): string {
  if (within.aborted) return "there was no response in time";
  if (error instanceof AggregateError)
    return error.errors.map((one) => reasonOf(one, within)).join("; ");
  return error instanceof Error ? error.message : String(error);
}
