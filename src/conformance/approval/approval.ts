/** How a person answers on the provider's pages: by a command, by HTTP steps or by a browser. */
import type { Approval, Provider } from "../config.ts";
import type { Exchange } from "../exchange.ts";
import { approvedByBrowser } from "./browser.ts";
import { approvedByCommand } from "./command.ts";
import { approvedByHttp } from "./http-steps.ts";

export interface Approved {
  /** Where the person was sent. */
  readonly callback?: URL | undefined;
  readonly verifier?: string | undefined;
}

/** The hook did not do what it is there for. */
export class NotApproved extends Error {}

/** Throws `NotApproved`, and what `Exchange` throws. */
export async function approvalOf(
  provider: Provider,
  exchange: Exchange,
  url: URL,
  decision: "allow" | "deny",
): Promise<Approved> {
  const approval: Approval | undefined = provider.approval;
  if (approval === undefined) throw new NotApproved("the config has no approval");
  if (approval.kind === "command") return approvedByCommand(approval, provider, url, decision);
  if (approval.kind === "http") return approvedByHttp(approval, provider, exchange, url, decision);
  return approvedByBrowser(approval, provider, url, decision);
}

/** An address that begins as the provider's callback does. */
export function asCallback(text: string, provider: Provider): URL | undefined {
  if (provider.callback === "oob" || !URL.canParse(text)) return undefined;
  const [url, own] = [new URL(text), new URL(provider.callback)];
  return url.origin === own.origin && url.protocol === own.protocol && url.pathname === own.pathname
    ? url
    : undefined;
}

export function ofCallback(callback: URL): Approved {
  return { callback, verifier: callback.searchParams.get("oauth_verifier") ?? undefined };
}
