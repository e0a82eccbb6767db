/** Webhooks and the audit file in the admin API: what waits for each (docs/adr/0046-deliveries.md). */
import { z } from "zod";
import type { NamedReceiver } from "../../domain/delivery.ts";
import * as actions from "../actions/deliveries.ts";
import { perform } from "../operation/action.ts";
import { operation } from "../operation/admin-operation.ts";
import { itemsOf, time, timeOrNull } from "./shapes.ts";

const webhookName = z
  .string()
  .min(1)
  .max(300)
  .describe("The host of the webhook's URL, as it is listed, or `file` for the audit file.");

const count = z.number().int();

const webhook = z
  .strictObject({
    name: webhookName,
    waiting: count.describe("How many events wait."),
    oldest_at: time.nullable().describe("When the oldest of them was recorded."),
    dropped: count.describe("How many events were given up."),
    failing_since: time.nullable().describe("Null if the last try succeeded."),
    failure: z
      .string()
      .nullable()
      .describe(
        "Why the last try failed: the status of the response, or the code of an error, such as `ECONNREFUSED`.",
      ),
    next_at: time.nullable().describe("It is not tried before. Null if nothing holds it back."),
  })
  .meta({ id: "Webhook" });

function webhookJson(
  { name, waiting, oldest, dropped, failingSince, failure, nextAt }: NamedReceiver,
  now: number,
): z.input<typeof webhook> {
  return {
    name,
    waiting,
    oldest_at: timeOrNull(oldest),
    dropped,
    failing_since: timeOrNull(failingSince),
    failure: failure ?? null,
    next_at: timeOrNull(nextAt > now ? nextAt : undefined),
  };
}

export const listWebhooks = operation({
  at: "GET /admin/v1/webhooks",
  name: "listWebhooks",
  summary: "List webhooks and the audit file, with what waits for each and why it fails",
  response: z.strictObject({ data: itemsOf(webhook) }).meta({ id: "WebhookList" }),
  async run({ by, dependencies }) {
    const receivers = await actions.namedReceivers(dependencies);
    return { data: receivers.map((one) => webhookJson(one, by.at)) };
  },
});

export const retryDeliveries = operation({
  at: "POST /admin/v1/webhooks/:name/retry",
  of: actions.retryDeliveries,
  summary: "Retry all that waits for a webhook or the audit file now",
  params: z.strictObject({ name: webhookName }),
  response: z
    .strictObject({ retried: count.describe("How many events are due now.") })
    .meta({ id: "RetriedDeliveries" }),
  about: () => ({}),
  run: ({ params, ...call }) => perform(actions.retryDeliveries, call, { receiver: params.name }),
});
