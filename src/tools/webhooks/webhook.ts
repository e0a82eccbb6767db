import { createHash } from "node:crypto";
import type { Secret } from "../../domain/credentials.ts";

export interface Webhook {
  /** It has no user and fragment. Its path or query may contain a token, so it is shown nowhere. */
  readonly url: URL;
}

export interface Webhooks {
  readonly receivers: readonly Webhook[];
  /** Every body is signed with each secret; the first is the newest. */
  readonly secrets: readonly Secret[];
  /** Whether webhooks may be on this machine or on a private network. */
  readonly privateAddresses: boolean;
}

/** The database stores this ID, not the URL, because that may contain a token. */
export function webhookId({ url }: Webhook): string {
  return createHash("sha256").update(url.href).digest("base64url").slice(0, 22);
}

/** Users may see the host of each URL. A number distinguishes two webhooks of one host. */
export function webhookNames(webhooks: readonly Webhook[]): readonly string[] {
  const hosts = webhooks.map(({ url }) => url.host);
  const alike = (host: string, among = hosts) => among.filter((one) => one === host).length;
  return hosts.map((host, at) =>
    alike(host) === 1 ? host : `${host} (${alike(host, hosts.slice(0, at + 1))})`,
  );
}
