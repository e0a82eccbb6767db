/** Every route but those of the admin API, in the order of docs/reference/interface.md. */

import type { Endpoint } from "../operation/endpoint.ts";
import type { InternalEndpoint } from "../operation/internal-endpoint.ts";
import { changePassword } from "./.well-known/change-password.ts";
import { authorizationServerMetadata } from "./.well-known/oauth-authorization-server.ts";
import { passkeyEndpoints } from "./.well-known/passkey-endpoints.ts";
import { securityTxt } from "./.well-known/security.txt.ts";
import { verifyCredentials } from "./1.1/account/verify-credentials.ts";
import { rateLimitStatus } from "./1.1/application/rate-limit-status.ts";
import { invalidateToken } from "./1.1/oauth/invalidate-token.ts";
import { applications } from "./account/applications.ts";
import { data } from "./account/data.ts";
import { deletion } from "./account/delete.ts";
import { email } from "./account/email.ts";
import { events } from "./account/events.ts";
import { linkIdentity } from "./account/identities/link.ts";
import { identities } from "./account/identities.ts";
import { notifications } from "./account/notifications.ts";
import { passkeys } from "./account/passkeys.ts";
import { password } from "./account/password.ts";
import { profile } from "./account/profile.ts";
import { sessions } from "./account/sessions.ts";
import { ownSignIn } from "./account/sign-in.ts";
import { setUpTwoStep } from "./account/two-step/set-up.ts";
import { twoStep } from "./account/two-step.ts";
import { account } from "./account.ts";
import { apiKeys } from "./admin/api-keys.ts";
import { apiLimits } from "./admin/api-limits.ts";
import { adminRequest } from "./admin/applications/id/requests/request.ts";
import { adminRequests } from "./admin/applications/id/requests.ts";
import { oneApplication } from "./admin/applications/id.ts";
import { allApplications } from "./admin/applications.ts";
import { oneEvent } from "./admin/audit/id.ts";
import { auditExport } from "./admin/audit.jsonl.ts";
import { audit } from "./admin/audit.ts";
import { bulkActionTokens } from "./admin/bulk-actions/id/tokens.csv.ts";
import { oneBulkAction } from "./admin/bulk-actions/id.ts";
import { bulkActions } from "./admin/bulk-actions.ts";
import { invitations } from "./admin/invitations.ts";
import { plans } from "./admin/plans.ts";
import { serviceSettings } from "./admin/settings.ts";
import { sunsetsFile } from "./admin/sunsets.csv.ts";
import { sunsets } from "./admin/sunsets.ts";
import { unusedAccess } from "./admin/unused-access.ts";
import { oneUser } from "./admin/users/id.ts";
import { users as adminUsers } from "./admin/users.ts";
import { webhooks } from "./admin/webhooks.ts";
import { overview } from "./admin.ts";
import { touchIcon } from "./apple-touch-icon.png.ts";
import { asset } from "./assets/file.ts";
import { display } from "./display.ts";
import { docsPage } from "./docs/id.ts";
import { docsSearch } from "./docs/search.ts";
import { docs } from "./docs.ts";
import { favicon } from "./favicon.ico.ts";
import { home } from "./home.ts";
import { icon } from "./icon.svg.ts";
import { icons } from "./icons/file.ts";
import { apisixGateway } from "./internal/gateway/apisix.ts";
import { caddyGateway } from "./internal/gateway/caddy.ts";
import { envoyGateway } from "./internal/gateway/envoy.ts";
import { errorGateway } from "./internal/gateway/error.ts";
import { haproxyGateway } from "./internal/gateway/haproxy.ts";
import { kongGateway } from "./internal/gateway/kong.ts";
import { nginxGateway } from "./internal/gateway/nginx.ts";
import { njsGateway } from "./internal/gateway/njs.ts";
import { traefikGateway } from "./internal/gateway/traefik.ts";
import { tykGateway } from "./internal/gateway/tyk.ts";
import { healthz } from "./internal/healthz.ts";
import { introspect } from "./internal/introspect.ts";
import { livez } from "./internal/livez.ts";
import { metrics } from "./internal/metrics.ts";
import { readyz } from "./internal/readyz.ts";
import { verifyBatch } from "./internal/verify/batch.ts";
import { verify } from "./internal/verify.ts";
import { language } from "./language.ts";
import { accessToken } from "./oauth/access-token.ts";
import { authenticate } from "./oauth/authenticate.ts";
import { authorize } from "./oauth/authorize.ts";
import { requestToken } from "./oauth/request-token.ts";
import { invalidateBearerToken } from "./oauth2/invalidate-token.ts";
import { token } from "./oauth2/token.ts";
import { pictures } from "./pictures/file.ts";
import { ownAccessToken } from "./portal/applications/id/access-token.ts";
import { bearerToken } from "./portal/applications/id/bearer-token.ts";
import { check } from "./portal/applications/id/check.ts";
import { applicationCollaborators } from "./portal/applications/id/collaborators.ts";
import { consumerSecret } from "./portal/applications/id/consumer-secret.ts";
import { applicationDeletion } from "./portal/applications/id/delete.ts";
import { applicationIcon } from "./portal/applications/id/icon.ts";
import { keys } from "./portal/applications/id/keys.ts";
import { programs } from "./portal/applications/id/programs.ts";
import { request } from "./portal/applications/id/requests/request.ts";
import { requests } from "./portal/applications/id/requests.ts";
import { settings } from "./portal/applications/id/settings.ts";
import { transfer } from "./portal/applications/id/transfer.ts";
import { walk } from "./portal/applications/id/try.ts";
import { usageFile } from "./portal/applications/id/usage.csv.ts";
import { usage } from "./portal/applications/id/usage.ts";
import { users } from "./portal/applications/id/users.ts";
import { application } from "./portal/applications/id.ts";
import { create } from "./portal/create.ts";
import { applicationInvitations } from "./portal/invitations.ts";
import { preview } from "./portal/preview.ts";
import { myApplications } from "./portal.ts";
import { resetPassword } from "./reset/password.ts";
import { reset } from "./reset.ts";
import { robots } from "./robots.txt.ts";
import { search } from "./search.ts";
import { signInCode } from "./sign-in/code.ts";
import { firstSignIn } from "./sign-in/first.ts";
import { signInFrom } from "./sign-in/from/id.ts";
import { signInWith } from "./sign-in/with/id.ts";
import { signIn } from "./sign-in.ts";
import { signOutFrom } from "./sign-out/from/id.ts";
import { signOut } from "./sign-out.ts";
import { signUp } from "./sign-up.ts";

export const endpoints: readonly Endpoint[] = [
  requestToken,
  authorize,
  authenticate,
  signIn,
  signInCode,
  signInWith,
  signInFrom,
  firstSignIn,
  accessToken,
  invalidateToken,
  token,
  invalidateBearerToken,
  verifyCredentials,
  rateLimitStatus,
  home,
  search,
  account,
  applications,
  ownSignIn,
  profile,
  password,
  twoStep,
  setUpTwoStep,
  identities,
  linkIdentity,
  passkeys,
  sessions,
  notifications,
  events,
  data,
  deletion,
  walk,
  myApplications,
  create,
  preview,
  application,
  consumerSecret,
  bearerToken,
  ownAccessToken,
  keys,
  settings,
  applicationIcon,
  usage,
  usageFile,
  users,
  applicationCollaborators,
  transfer,
  applicationInvitations,
  docs,
  docsPage,
  docsSearch,
  programs,
  requests,
  request,
  check,
  applicationDeletion,
  signOut,
  signOutFrom,
  language,
  display,
  overview,
  adminUsers,
  oneUser,
  allApplications,
  oneApplication,
  adminRequests,
  adminRequest,
  invitations,
  apiKeys,
  plans,
  bulkActions,
  oneBulkAction,
  bulkActionTokens,
  apiLimits,
  sunsets,
  sunsetsFile,
  serviceSettings,
  unusedAccess,
  webhooks,
  audit,
  oneEvent,
  auditExport,
  signUp,
  reset,
  resetPassword,
  email,
  authorizationServerMetadata,
  changePassword,
  passkeyEndpoints,
  securityTxt,
  robots,
  pictures,
  icons,
  icon,
  touchIcon,
  favicon,
  asset,
];

export const internalEndpoints: readonly InternalEndpoint[] = [
  healthz,
  livez,
  readyz,
  metrics,
  verify,
  verifyBatch,
  introspect,
  nginxGateway,
  njsGateway,
  caddyGateway,
  haproxyGateway,
  kongGateway,
  tykGateway,
  traefikGateway,
  envoyGateway,
  apisixGateway,
  errorGateway,
];
