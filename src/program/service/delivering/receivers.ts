import type { Config } from "../../../config/config.ts";
import type { Secret } from "../../../domain/credentials.ts";
import { fileReceiverId } from "../../../domain/delivery.ts";
import type { Spans } from "../../../tools/spans.ts";
import { openPost, type Post } from "../../../tools/webhooks/post.ts";
import { webhookId, webhookNames } from "../../../tools/webhooks/webhook.ts";
import { appendTo } from "./append-to.ts";
import { postTo } from "./post-to.ts";
import type { OpenReceiver } from "./receiver.ts";

export interface OpenReceivers extends Disposable {
  readonly all: readonly OpenReceiver[];
  /** Deliveries that begin from now on are signed with each of these. */
  readonly replaceSecrets: (secrets: readonly Secret[]) => void;
}

export type DeliveryConfig = Pick<Config, "webhooks" | "webhookEvents" | "auditFile">;

export function openReceivers(
  config: DeliveryConfig,
  clock: () => number,
  spans: Spans | undefined,
): OpenReceivers {
  const { webhooks, webhookEvents: events, auditFile } = config;
  let secrets: readonly Secret[] = webhooks?.secrets ?? [];
  const poster = openPost(webhooks?.privateAddresses ?? false);
  const post: Post = (url, message) =>
    spans === undefined
      ? poster.post(url, message)
      : spans.sending("webhook", (more) =>
          poster.post(url, { ...message, headers: { ...message.headers, ...more } }),
        );
  const names = webhookNames(webhooks?.receivers ?? []);
  const hooks = webhooks?.receivers.map(
    (webhook, at): OpenReceiver => ({
      id: webhookId(webhook),
      name: names[at] ?? "",
      events,
      most: 64,
      deliver: postTo(webhook, { post, secrets: () => secrets, clock }),
    }),
  );
  const file: OpenReceiver[] =
    auditFile === undefined
      ? []
      : [
          {
            id: fileReceiverId,
            name: "file",
            events: "all",
            most: 500,
            deliver: appendTo(auditFile),
          },
        ];
  return {
    all: [...(hooks ?? []), ...file],
    replaceSecrets(others) {
      secrets = others;
    },
    [Symbol.dispose]: () => poster[Symbol.dispose](),
  };
}
