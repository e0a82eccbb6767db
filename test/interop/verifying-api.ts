/** A small API whose requests are verified by a service. Its response is the decision, and the value of `text`. */
import { hash } from "node:crypto";
import { once } from "node:events";
import { createServer, type IncomingMessage } from "node:http";
import type { AddressInfo } from "node:net";
import { text } from "node:stream/consumers";
import { startWorld, type World } from "../support/world.ts";
import { ask, settings } from "../verification/asking.ts";

export interface VerifyingApi extends AsyncDisposable {
  readonly world: World;
  readonly origin: string;
  /** The targets of the requests that it received. */
  readonly targets: readonly string[];
  // biome-ignore lint/suspicious/noExplicitAny: what is asserted of a decision is asserted member by member
  readonly decisions: readonly any[];
}

export async function startVerifyingApi(
  more: Readonly<Record<string, string>> = {},
): Promise<VerifyingApi> {
  const targets: string[] = [];
  const decisions: unknown[] = [];
  let asked: World | undefined;
  const server = createServer(async (request, response) => {
    const body = await text(request.setEncoding("latin1"));
    targets.push(request.url ?? "");
    const found = asked && (await decisionOn(request, body, origin, asked));
    const decision = { ...found, text: textIn(request, body) };
    decisions.push(decision);
    response.writeHead(found?.valid ? 200 : (found?.response?.status ?? 500), {
      "content-type": "application/json",
    });
    response.end(JSON.stringify(decision));
  });
  await once(server.listen(0, "127.0.0.1"), "listening");
  const origin = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  // The address of desktop applications' users: a PIN.
  const world = await startWorld({ ...settings, API_ORIGINS: origin, ...more }, { callbacks: [] });
  asked = world;
  return {
    world,
    origin,
    targets,
    decisions,
    async [Symbol.asyncDispose]() {
      server.closeAllConnections();
      server.close();
      await world[Symbol.asyncDispose]();
    },
  };
}

async function decisionOn(
  { method, url, headers }: IncomingMessage,
  body: string,
  origin: string,
  world: World,
) {
  const isForm = headers["content-type"]?.startsWith("application/x-www-form-urlencoded");
  const { json } = await ask(world, "/verify", {
    ...{ method, origin, target: url, requires: { context: "any", access: "read" } },
    ...(headers.authorization && { authorization: headers.authorization }),
    ...(headers["content-type"] && { content_type: headers["content-type"] }),
    ...(isForm ? { body } : { body_sha1: hash("sha1", Buffer.from(body, "latin1"), "base64") }),
  });
  return json;
}

function textIn({ url = "", headers }: IncomingMessage, body: string): string | null {
  const isForm = headers["content-type"]?.startsWith("application/x-www-form-urlencoded");
  const query = new URL(url, "http://localhost").searchParams;
  return query.get("text") ?? (isForm ? new URLSearchParams(body).get("text") : null);
}
