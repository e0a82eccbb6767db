import type { Secret } from "../domain/credentials.ts";

/** Where events go, as the configuration says. */
export interface Webhook {
  /** Without user and fragment. It may have a token in its path or query, so it is shown nowhere. */
  readonly url: URL;
}

/** How all of them are called. */
export interface Webhooks {
  readonly receivers: readonly Webhook[];
  /** Every body is signed with each of them; the first is the newest. */
  readonly secrets: readonly Secret[];
  /** Whether they may be on this machine or on a private network. */
  readonly privateAddresses: boolean;
}

/** What people may see of the address. */
export function shownWebhook({ url }: Webhook): string {
  return url.host;
}
