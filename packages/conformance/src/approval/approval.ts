/** How a user answers on the provider's pages: by a command, by HTTP steps or by a browser. */
import type { Approval, Provider } from "../config.ts";
import type { Exchange } from "../exchange.ts";
import { type Approved, NotApproved } from "./approved.ts";
import { approvedByBrowser } from "./browser.ts";
import { approvedByCommand } from "./command.ts";
import { approvedByHttp } from "./http-steps.ts";

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
