/** A small API whose requests are verified by a service. Its response is the decision, and the value of `text`. */
import { hash } from "node:crypto";
import { once } from "node:events";
import { createServer, type IncomingMessage } from "node:http";
import type { AddressInfo } from "node:net";
import { text } from "node:stream/consumers";

// biome-ignore lint/suspicious/noExplicitAny: what is asserted of a decision is asserted member by member
type Json = any;

export interface ListeningApi extends AsyncDisposable {
  /** For `API_ORIGINS` of the service, which starts after the API. */
  readonly origin: string;
  /** `secret`: that of the service's internal address, if it has one. */
  verifiedBy(internalUrl: string, secret?: string): void;
  /** The targets of the requests that it received. */
  readonly targets: readonly string[];
  readonly decisions: readonly Json[];
}

export async function listenApi(): Promise<ListeningApi> {
  const targets: string[] = [];
  const decisions: Json[] = [];
  let verify: (verificationRequest: object) => Promise<Json> = async () => undefined;
  const server = createServer(async (request, response) => {
    const body = await text(request.setEncoding("latin1"));
    targets.push(request.url ?? "");
    const found = await verify(described(request, body, origin));
    const decision = { ...found, text: textIn(request, body) };
    decisions.push(decision);
    response.writeHead(found?.valid ? 200 : (found?.response?.status ?? 500), {
      "content-type": "application/json",
    });
    response.end(JSON.stringify(decision));
  });
  await once(server.listen(0, "127.0.0.1"), "listening");
  const origin = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  return {
    origin,
    targets,
    decisions,
    verifiedBy(internalUrl, secret = "") {
      const headers = { "x-countersign-secret": secret };
      verify = async (verificationRequest) => {
        const body = JSON.stringify(verificationRequest);
        const url = `${internalUrl}/verify`;
        return (await fetch(url, { method: "POST", headers, body })).json();
      };
    },
    async [Symbol.asyncDispose]() {
      server.closeAllConnections();
      server.close();
    },
  };
}

function described(request: IncomingMessage, body: string, origin: string): object {
  const { method, url, headers } = request;
  return {
    ...{ method, origin, target: url, requires: { context: "any", access: "read" } },
    ...(headers.authorization && { authorization: headers.authorization }),
    ...(headers["content-type"] && { content_type: headers["content-type"] }),
    ...(isForm(request)
      ? { body }
      : { body_sha1: hash("sha1", Buffer.from(body, "latin1"), "base64") }),
  };
}

function isForm({ headers }: IncomingMessage): boolean {
  return headers["content-type"]?.startsWith("application/x-www-form-urlencoded") ?? false;
}

function textIn(request: IncomingMessage, body: string): string | null {
  const query = new URL(request.url ?? "/", "http://localhost").searchParams;
  return query.get("text") ?? (isForm(request) ? new URLSearchParams(body).get("text") : null);
}
