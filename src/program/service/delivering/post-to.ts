import type { Secret } from "../../../domain/credentials.ts";
import {
  type Delivery,
  type DeliveryFailure,
  deliveryLeaseMs,
  failureOf,
  type RejectedDelivery,
} from "../../../domain/delivery.ts";
import { writtenEvent } from "../../../domain/written-event.ts";
import type { Post } from "../../../tools/webhooks/post.ts";
import { signedHeaders } from "../../../tools/webhooks/signature.ts";
import type { Webhook } from "../../../tools/webhooks/webhook.ts";
import type { OpenReceiver, Outcome } from "./receiver.ts";

/** A request may take 10 s, so a batch always ends before its lease does. */
const maxMs = deliveryLeaseMs - 20_000;

/** Several requests at a time make events arrive in no particular order. */
const atOnce = 8;

export function postTo(
  { url }: Webhook,
  {
    post,
    secrets,
    clock,
  }: {
    readonly post: Post;
    readonly secrets: () => readonly Secret[];
    readonly clock: () => number;
  },
): OpenReceiver["deliver"] {
  return async function deliver(deliveries, signal): Promise<Outcome> {
    const delivered: Delivery[] = [];
    const rejected: RejectedDelivery[] = [];
    let problem: string | undefined;
    let failure: DeliveryFailure | undefined;
    let isDown = false;
    const until = performance.now() + maxMs;
    for (let at = 0; at < deliveries.length && !isDown; at += atOnce) {
      if (performance.now() > until) break;
      await Promise.all(deliveries.slice(at, at + atOnce).map(sendOne));
    }
    return { delivered, rejected, problem, failure, isDown };

    async function sendOne(delivery: Delivery): Promise<void> {
      try {
        const body = bodyOf(delivery);
        const headers = signedHeaders(secrets(), { id: delivery.id, at: clock(), body });
        const status = await post(url, { headers, body, signal });
        if (status >= 200 && status < 300) delivered.push(delivery);
        else {
          failure = String(status);
          rejected.push({ eventId: delivery.event.id, failure });
          problem = `it responded with ${status}`;
          isDown ||= !isOfEvent(status);
        }
      } catch (error) {
        isDown = true;
        failure = failureOf(error);
        problem = error instanceof Error ? error.message : String(error);
      }
    }
  };
}

/**
 * A firewall or a program may reject the content. 5xx can mean that too, but a server that is down must get no more.
 */
function isOfEvent(status: number): boolean {
  return status >= 400 && status < 500 && !ofReceiver.has(status);
}

/** These statuses call for another URL, another secret, or a later try. */
const ofReceiver = new Set([401, 404, 405, 407, 408, 410, 421, 425, 426, 429]);

function bodyOf({ event }: Delivery): string {
  const data = writtenEvent(event);
  return JSON.stringify({ type: event.name, timestamp: data.at, data });
}
