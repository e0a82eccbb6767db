/** Every URL of the admin API. They are loaded with its first call, together with the library of their schemas. */
import * as apiKeys from "../../../../admin-api/api-keys.ts";
import * as credentials from "../../../../admin-api/application-credentials.ts";
import * as applications from "../../../../admin-api/applications.ts";
import * as collaborators from "../../../../admin-api/collaborators.ts";
import * as configuration from "../../../../admin-api/configuration.ts";
import { listEvents } from "../../../../admin-api/events.ts";
import * as invitations from "../../../../admin-api/invitations.ts";
import * as service from "../../../../admin-api/service.ts";
import * as signInMethods from "../../../../admin-api/sign-in-methods.ts";
import * as tokens from "../../../../admin-api/tokens.ts";
import * as users from "../../../../admin-api/users.ts";
import { type AdminEndpoint, adminEndpoint } from "../../../../operation/admin-operation.ts";

export const adminEndpoints: readonly AdminEndpoint[] = [
  adminEndpoint("/admin/v1/access_tokens", {
    GET: tokens.listAccessTokens,
    POST: tokens.createAccessToken,
  }),
  adminEndpoint("/admin/v1/api_keys", { GET: apiKeys.listApiKeys }),
  adminEndpoint("/admin/v1/api_keys/:id", { DELETE: apiKeys.revokeApiKey }),
  adminEndpoint("/admin/v1/applications", {
    GET: applications.listApplications,
    POST: applications.createApplication,
  }),
  adminEndpoint("/admin/v1/applications/:id", {
    GET: applications.getApplication,
    PATCH: applications.changeApplication,
    DELETE: applications.deleteApplication,
  }),
  adminEndpoint("/admin/v1/applications/:id/bearer_tokens", {
    GET: credentials.listBearerTokens,
    POST: credentials.createBearerToken,
    DELETE: credentials.revokeBearerToken,
  }),
  adminEndpoint("/admin/v1/applications/:id/collaborators", {
    GET: collaborators.listCollaborators,
    POST: collaborators.inviteCollaborator,
  }),
  adminEndpoint("/admin/v1/applications/:id/collaborators/:user", {
    PATCH: collaborators.changeCollaborator,
    DELETE: collaborators.removeCollaborator,
  }),
  adminEndpoint("/admin/v1/applications/:id/consumer_secret", {
    POST: credentials.regenerateConsumerSecret,
  }),
  adminEndpoint("/admin/v1/applications/:id/icon", {
    PUT: applications.setApplicationIcon,
    DELETE: applications.removeApplicationIcon,
  }),
  adminEndpoint("/admin/v1/applications/:id/limits", {
    GET: applications.getApplicationLimits,
    PUT: applications.setApplicationLimits,
  }),
  adminEndpoint("/admin/v1/applications/:id/owner", { PUT: applications.transferApplication }),
  adminEndpoint("/admin/v1/applications/:id/previous_secret", {
    DELETE: credentials.revokePreviousSecret,
  }),
  adminEndpoint("/admin/v1/applications/:id/suspension", {
    PUT: applications.suspendApplication,
    DELETE: applications.restoreApplication,
  }),
  adminEndpoint("/admin/v1/applications/:id/usage", { GET: applications.getApplicationUsage }),
  adminEndpoint("/admin/v1/backups", { GET: service.getBackups }),
  adminEndpoint("/admin/v1/events", { GET: listEvents }),
  adminEndpoint("/admin/v1/health", { GET: service.getHealth }),
  adminEndpoint("/admin/v1/invitations", {
    GET: invitations.listInvitations,
    POST: invitations.createInvitation,
  }),
  adminEndpoint("/admin/v1/invitations/:id", {
    POST: invitations.resendInvitation,
    DELETE: invitations.withdrawInvitation,
  }),
  adminEndpoint("/admin/v1/keys", { GET: service.getKeyRing }),
  adminEndpoint("/admin/v1/openapi.json", { GET: service.getOpenApi }),
  adminEndpoint("/admin/v1/revocations", { POST: tokens.revokeAccess }),
  adminEndpoint("/admin/v1/settings", {
    GET: service.getSettings,
    PATCH: service.changeSettings,
  }),
  adminEndpoint("/admin/v1/configuration", { GET: configuration.getConfiguration }),
  adminEndpoint("/admin/v1/configuration/plan", { POST: configuration.planConfiguration }),
  adminEndpoint("/admin/v1/configuration/changes", {
    POST: configuration.makeConfigurationChange,
  }),
  adminEndpoint("/admin/v1/usage", { GET: service.getUsage }),
  adminEndpoint("/admin/v1/users", { GET: users.listUsers, POST: users.createUser }),
  adminEndpoint("/admin/v1/users/:id", { GET: users.getUser, DELETE: users.deleteUser }),
  adminEndpoint("/admin/v1/users/:id/data", { POST: users.exportUserData }),
  adminEndpoint("/admin/v1/users/:id/email", { PUT: users.verifyEmail }),
  adminEndpoint("/admin/v1/users/:id/factors", {
    GET: signInMethods.listFactors,
    DELETE: signInMethods.removeFactors,
  }),
  adminEndpoint("/admin/v1/users/:id/factors/:factor", { DELETE: signInMethods.removeFactor }),
  adminEndpoint("/admin/v1/users/:id/identities", {
    GET: signInMethods.listIdentities,
    DELETE: signInMethods.removeIdentity,
  }),
  adminEndpoint("/admin/v1/users/:id/recovery_links", {
    POST: signInMethods.createRecoveryLink,
  }),
  adminEndpoint("/admin/v1/users/:id/reset_links", { POST: signInMethods.createResetLink }),
  adminEndpoint("/admin/v1/users/:id/sessions", {
    GET: users.listSessions,
    DELETE: users.endSessions,
  }),
  adminEndpoint("/admin/v1/users/:id/suspension", {
    PUT: users.suspendUser,
    DELETE: users.restoreUser,
  }),
];
