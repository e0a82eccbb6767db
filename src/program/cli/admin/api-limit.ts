import type { Command } from "commander";
import * as apiLimits from "../../../http/admin-api/api-limits.ts";
import { addCommand } from "./command.ts";
import { orNone } from "./user.ts";

export function addApiLimitCommands(group: Command): void {
  addCommand(group, {
    name: "list",
    of: apiLimits.listApiLimits,
    print: ({ data }) => orNone(data.map(limitLine), "there are no API limits yet"),
  });
  addCommand(group, { name: "show", of: apiLimits.getApiLimit, print: limitLine });
  addCommand(group, { name: "create", of: apiLimits.createApiLimit, print: limitLine });
  addCommand(group, { name: "change", of: apiLimits.changeApiLimit, print: limitLine });
  addCommand(group, { name: "delete", of: apiLimits.deleteApiLimit, print: () => "deleted" });
}

function limitLine(one: {
  readonly name: string;
  readonly per: string;
  readonly windows: string;
  readonly is_configured: boolean;
}): string {
  const { name, per, windows, is_configured: isConfigured } = one;
  const shown = [name, `per ${per}`, windows];
  return [...shown, ...(isConfigured ? ["in COUNTERSIGN_API_LIMITS"] : [])].join("  ");
}
