/** Every route of the admin API. They are loaded with its first call, together with the library of their schemas. */

import type { AdminEndpoint } from "../../../../operation/admin-endpoint.ts";
import { apiAccessTokens } from "./access-tokens.ts";
import { apiApiKey } from "./api-keys/id.ts";
import { apiApiKeys } from "./api-keys.ts";
import { apiBearerTokens } from "./applications/id/bearer-tokens.ts";
import { apiCollaborator } from "./applications/id/collaborators/user.ts";
import { apiCollaborators } from "./applications/id/collaborators.ts";
import { apiConsumerSecret } from "./applications/id/consumer-secret.ts";
import { apiApplicationIcon } from "./applications/id/icon.ts";
import { apiApplicationLimits } from "./applications/id/limits.ts";
import { apiApplicationOwner } from "./applications/id/owner.ts";
import { apiPreviousSecret } from "./applications/id/previous-secret.ts";
import { apiApplicationSuspension } from "./applications/id/suspension.ts";
import { apiApplicationUsage } from "./applications/id/usage.ts";
import { apiApplication } from "./applications/id.ts";
import { apiApplications } from "./applications.ts";
import { apiBackups } from "./backups.ts";
import { apiConfigurationChanges } from "./configuration/changes.ts";
import { apiConfigurationPlan } from "./configuration/plan.ts";
import { apiConfiguration } from "./configuration.ts";
import { apiEvents } from "./events.ts";
import { apiHealth } from "./health.ts";
import { apiInvitation } from "./invitations/id.ts";
import { apiInvitations } from "./invitations.ts";
import { apiKeyRing } from "./keys.ts";
import { apiDocument } from "./openapi.ts";
import { apiRevocations } from "./revocations.ts";
import { apiSettings } from "./settings.ts";
import { apiUsage } from "./usage.ts";
import { apiUserData } from "./users/id/data.ts";
import { apiUserEmail } from "./users/id/email.ts";
import { apiUserFactor } from "./users/id/factors/factor.ts";
import { apiUserFactors } from "./users/id/factors.ts";
import { apiUserIdentities } from "./users/id/identities.ts";
import { apiRecoveryLinks } from "./users/id/recovery-links.ts";
import { apiResetLinks } from "./users/id/reset-links.ts";
import { apiUserSessions } from "./users/id/sessions.ts";
import { apiUserSuspension } from "./users/id/suspension.ts";
import { apiUser } from "./users/id.ts";
import { apiUsers } from "./users.ts";

export const adminEndpoints: readonly AdminEndpoint[] = [
  apiAccessTokens,
  apiApiKeys,
  apiApiKey,
  apiApplications,
  apiApplication,
  apiBearerTokens,
  apiCollaborators,
  apiCollaborator,
  apiConsumerSecret,
  apiApplicationIcon,
  apiApplicationLimits,
  apiApplicationOwner,
  apiPreviousSecret,
  apiApplicationSuspension,
  apiApplicationUsage,
  apiBackups,
  apiEvents,
  apiHealth,
  apiInvitations,
  apiInvitation,
  apiKeyRing,
  apiDocument,
  apiRevocations,
  apiSettings,
  apiConfiguration,
  apiConfigurationPlan,
  apiConfigurationChanges,
  apiUsage,
  apiUsers,
  apiUser,
  apiUserData,
  apiUserEmail,
  apiUserFactors,
  apiUserFactor,
  apiUserIdentities,
  apiRecoveryLinks,
  apiResetLinks,
  apiUserSessions,
  apiUserSuspension,
];
