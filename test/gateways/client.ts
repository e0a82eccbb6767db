/** A client that sends a target unchanged and signs exactly that. */
import { createHmac, randomBytes } from "node:crypto";
import { readFileSync } from "node:fs";
import { Agent as HttpAgent, request as httpRequest } from "node:http";
import { Agent as HttpsAgent, request as httpsRequest } from "node:https";
import { authorizationHeader, encode, type SigningCredentials } from "../support/signing.ts";

export interface ClientResponse {
  readonly status: number;
  readonly headers: Headers;
  readonly body: string;
}

export interface Client extends Disposable {
  send(
    method: string,
    target: string,
    more?: {
      readonly headers?: Readonly<Record<string, string | readonly string[]>>;
      readonly body?: string;
    },
  ): Promise<ClientResponse>;
  /** The number of connections that were opened. */
  readonly connections: () => number;
}

/** A kept connection. `authority`: the PEM file of an authority that issued a certificate for api.example.com. */
export function openClient(port: number, authority?: string): Client {
  const ca = authority === undefined ? undefined : readFileSync(authority);
  const options = { keepAlive: true, maxSockets: 1 };
  const agent = ca === undefined ? new HttpAgent(options) : new HttpsAgent(options);
  const sockets = new Set<unknown>();
  return {
    connections: () => sockets.size,
    send(method, target, { headers = {}, body } = {}) {
      const { promise, resolve, reject } = Promise.withResolvers<ClientResponse>();
      const all = Object.entries({ host: "api.example.com", ...headers }).flatMap(
        ([name, values]) => [values].flat().flatMap((value) => [name, String(value)]),
      );
      const to = { host: "127.0.0.1", port, method, path: target, headers: all };
      const request =
        ca === undefined
          ? httpRequest({ ...to, agent: agent as HttpAgent })
          : httpsRequest({ ...to, agent: agent as HttpsAgent, ca, servername: "api.example.com" });
      request.setTimeout(10_000, () =>
        request.destroy(new Error(`no answer to ${method} ${target}`)),
      );
      request.once("socket", (socket) => sockets.add(socket));
      request.once("error", reject);
      request.once("response", async (response) => {
        try {
          const chunks: Buffer[] = [];
          for await (const chunk of response) chunks.push(chunk as Buffer);
          const found = new Headers();
          const { rawHeaders } = response;
          for (let at = 0; at < rawHeaders.length; at += 2) {
            found.append(rawHeaders[at] ?? "", rawHeaders[at + 1] ?? "");
          }
          resolve({
            status: response.statusCode ?? 0,
            headers: found,
            body: Buffer.concat(chunks).toString("utf8"),
          });
        } catch (error) {
          reject(error);
        }
      });
      request.end(body);
      return promise;
    },
    [Symbol.dispose]: () => agent.destroy(),
  };
}

/** The Authorization header for a request whose target is signed byte for byte (RFC 5849 §3.4.1). */
export function signed(
  credentials: SigningCredentials,
  method: string,
  origin: string,
  target: string,
  form = "",
  oauth: Readonly<Record<string, string>> = {},
): string {
  const { consumerKey, consumerSecret, token, tokenSecret = "" } = credentials;
  const [path = "", query = ""] = target.split(/\?(.*)/s);
  const pairs: [string, string][] = Object.entries({
    oauth_consumer_key: consumerKey,
    oauth_nonce: randomBytes(12).toString("hex"),
    oauth_signature_method: "HMAC-SHA1",
    oauth_timestamp: String(Math.floor(Date.now() / 1000)),
    oauth_version: "1.0",
    ...(token !== undefined && { oauth_token: token }),
    ...oauth,
  });
  const all = [...pairs, ...new URLSearchParams(query), ...new URLSearchParams(form)];
  const normalized = all
    .map(([name, value]) => `${encode(name)}=${encode(value)}`)
    .sort((a, b) => compare(a.replace("=", "\0"), b.replace("=", "\0")))
    .join("&");
  const base = [method, origin + path, normalized].map(encode).join("&");
  const signature = createHmac("sha1", `${encode(consumerSecret)}&${encode(tokenSecret)}`)
    .update(base)
    .digest("base64");
  return authorizationHeader([...pairs, ["oauth_signature", signature]]);
}

function compare(a: string, b: string): number {
  return a < b ? -1 : a > b ? 1 : 0;
}
