/** What waits for the receivers of events that the settings name, and another try at once. */
import type { Config } from "../../config/config.ts";
import { fileReceiverId, type NamedReceiver } from "../../domain/delivery.ts";
import { webhookId, webhookNames } from "../../tools/webhooks/webhook.ts";
import { type ActionParts, action } from "../operation/action.ts";

type Parts = Pick<ActionParts, "ledger" | "config">;

/** Those that a server has named. */
export async function namedReceivers({ ledger, config }: Parts): Promise<readonly NamedReceiver[]> {
  const names = namesIn(config);
  const states = await ledger.receiverStates([...names.keys()]);
  return states.map((state) => ({ ...state, name: names.get(state.id) ?? "" }));
}

function namesIn({ webhooks, auditFile }: Config): ReadonlyMap<string, string> {
  const receivers = webhooks?.receivers ?? [];
  const names = webhookNames(receivers);
  return new Map([
    ...receivers.map((one, at) => [webhookId(one), names[at] ?? ""] as const),
    ...(auditFile === undefined ? [] : [[fileReceiverId, "file"] as const]),
  ]);
}

/** It is not sensitive: a receiver gets nothing that it would not get by itself. */
export const retryDeliveries = action({
  name: "retryDeliveries",
  event: "deliveries.retried",
  sensitive: false,
  async run(parts: Parts, { receiver: name }: { receiver: string }, by) {
    const receiver = (await namedReceivers(parts)).find((one) => one.name === name);
    if (receiver === undefined) return "gone";
    const retried = await parts.ledger.retryDeliveries(receiver, by);
    return retried > 0 ? { retried } : "all-due";
  },
  rejections: {
    gone: ["not-found", "No receiver of events has this name."],
    "all-due": [
      "conflict",
      "Everything that waits for this receiver is due already, or nothing waits.",
    ],
  },
});
