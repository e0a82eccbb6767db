/** A test's server that receives webhooks. */
import { once } from "node:events";
import { createServer, type IncomingHttpHeaders } from "node:http";
import type { AddressInfo } from "node:net";

export interface Received {
  readonly headers: IncomingHttpHeaders;
  readonly body: string;
}

export interface WebhookReceiver extends AsyncDisposable {
  readonly url: string;
  /** All requests, including rejected ones. */
  readonly received: readonly Received[];
  /** The status of the next responses; "hang" means no response. */
  nextStatus: number | "hang" | ((one: Received) => number);
  /** Resolves once this is true for the received requests. */
  until(holds: (received: readonly Received[]) => boolean): Promise<void>;
  /** The types of the accepted requests, in order. */
  types(): readonly string[];
}

export const webhookSecret = `whsec_${Buffer.alloc(32, 7).toString("base64")}`;

/** The settings of a service that sends webhooks to it. */
export function webhookSettings(url: string): Readonly<Record<string, string>> {
  return { WEBHOOKS: url, WEBHOOK_SECRET: webhookSecret, WEBHOOK_ADDRESSES: "private" };
}

export async function startWebhookReceiver(): Promise<WebhookReceiver> {
  const received: Received[] = [];
  const accepted: Received[] = [];
  const looks = new Set<() => void>();
  const server = createServer(async (request, response) => {
    let body = "";
    for await (const piece of request.setEncoding("utf8")) body += piece;
    const one = { headers: request.headers, body };
    received.push(one);
    const { nextStatus } = receiver;
    const status = typeof nextStatus === "function" ? nextStatus(one) : nextStatus;
    if (status === 200) accepted.push(one);
    if (status !== "hang") response.writeHead(status, { location: "/elsewhere" }).end();
    for (const look of looks) look();
  });
  server.listen(0, "127.0.0.1");
  await once(server, "listening");
  const { port } = server.address() as AddressInfo;
  const receiver: WebhookReceiver = {
    url: `http://127.0.0.1:${port}/hook?token=canary`,
    received,
    nextStatus: 200,
    until(holds) {
      return new Promise((resolve) => {
        const look = () => {
          if (!holds(received)) return;
          looks.delete(look);
          resolve();
        };
        looks.add(look);
        look();
      });
    },
    types: () => accepted.map(({ body }) => JSON.parse(body).type),
    async [Symbol.asyncDispose]() {
      server.closeAllConnections();
      server.close();
      await once(server, "close");
    },
  };
  return receiver;
}
