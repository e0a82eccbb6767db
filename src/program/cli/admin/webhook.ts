import type { Command } from "commander";
import * as webhooks from "../../../http/admin-api/webhooks.ts";
import { plural } from "../outcome.ts";
import { addCommand } from "./command.ts";
import { orNone } from "./user.ts";

export function addWebhookCommands(webhook: Command): void {
  addCommand(webhook, {
    name: "list",
    of: webhooks.listWebhooks,
    print: ({ data }) =>
      orNone(
        data.map(({ name, waiting, dropped, failing_since, failure, next_at }) => [
          name,
          `waiting ${waiting}`,
          `dropped ${dropped}`,
          failing_since === null ? "" : `failing since ${failing_since}`,
          failure ?? "",
          next_at === null ? "" : `next try ${next_at}`,
        ]),
        "no server has sent events to a webhook or a file yet",
      ),
  });
  addCommand(webhook, {
    name: "retry",
    of: webhooks.retryDeliveries,
    print: ({ retried }) => ({
      lines: [`${plural(retried, "event")} due now`],
      notes: ["A server that runs sends them within 15 seconds."],
    }),
  });
}
