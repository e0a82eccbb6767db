import { addApiKeyCommands } from "./api-key.ts";
import { addApiLimitCommands } from "./api-limit.ts";
import { addAppCommands } from "./app.ts";
import { addBulkCommands } from "./bulk.ts";
import { addInvitationCommands } from "./invitation.ts";
import { addPlanCommands } from "./plan.ts";
import { addSettingCommands } from "./setting.ts";
import { addSunsetCommands } from "./sunset.ts";
import { addTokenCommands } from "./token.ts";
import { addUsageCommands } from "./usage.ts";
import { addAdminCommands, addUserCommands } from "./user.ts";
import { addWebhookCommands } from "./webhook.ts";

/** What adds the commands of each group. */
export const addCommandsTo = {
  user: addUserCommands,
  admin: addAdminCommands,
  invitation: addInvitationCommands,
  app: addAppCommands,
  plan: addPlanCommands,
  "api-limit": addApiLimitCommands,
  token: addTokenCommands,
  bulk: addBulkCommands,
  "api-key": addApiKeyCommands,
  setting: addSettingCommands,
  usage: addUsageCommands,
  sunset: addSunsetCommands,
  webhook: addWebhookCommands,
} as const;
