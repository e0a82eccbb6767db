/** Every route, in the order of docs/reference/interface.md. */

import type { Endpoint } from "../endpoint.ts";
import type { InternalEndpoint } from "../internal-endpoint.ts";
import { authorizationServerMetadata } from "./.well-known/oauth-authorization-server.ts";
import { verifyCredentials } from "./1.1/account/verify-credentials.ts";
import { rateLimitStatus } from "./1.1/application/rate-limit-status.ts";
import { invalidateToken } from "./1.1/oauth/invalidate-token.ts";
import { applications } from "./account/applications.ts";
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
import { setUpTwoStep } from "./account/two-step/set-up.ts";
import { twoStep } from "./account/two-step.ts";
import { oneApplication } from "./admin/application.ts";
import { allApplications } from "./admin/applications.ts";
import { audit } from "./admin/audit.ts";
import { auditExport } from "./admin/audit-export.ts";
import { invitations } from "./admin/invitations.ts";
import { overview } from "./admin/overview.ts";
import { people } from "./admin/people.ts";
import { onePerson } from "./admin/person.ts";
import { serviceSettings } from "./admin/settings.ts";
import { asset } from "./assets.ts";
import { home } from "./home.ts";
import { icons } from "./icons.ts";
import { apisixDoor } from "./internal/gateway/apisix.ts";
import { caddyDoor } from "./internal/gateway/caddy.ts";
import { envoyDoor } from "./internal/gateway/envoy.ts";
import { haproxyDoor } from "./internal/gateway/haproxy.ts";
import { nginxDoor } from "./internal/gateway/nginx.ts";
import { njsDoor } from "./internal/gateway/njs.ts";
import { refusalDoor } from "./internal/gateway/refusal.ts";
import { traefikDoor } from "./internal/gateway/traefik.ts";
import { healthz } from "./internal/healthz.ts";
import { introspect } from "./internal/introspect.ts";
import { livez } from "./internal/livez.ts";
import { metrics } from "./internal/metrics.ts";
import { readyz } from "./internal/readyz.ts";
import { verify } from "./internal/verify.ts";
import { verifyBatch } from "./internal/verify-batch.ts";
import { language } from "./language.ts";
import { accessToken } from "./oauth/access-token.ts";
import { authenticate } from "./oauth/authenticate.ts";
import { authorize } from "./oauth/authorize.ts";
import { requestToken } from "./oauth/request-token.ts";
import { invalidateBearerToken } from "./oauth2/invalidate-token.ts";
import { token } from "./oauth2/token.ts";
import { pictures } from "./pictures.ts";
import { ownAccessToken } from "./portal/access-token.ts";
import { application } from "./portal/application.ts";
import { myApplications } from "./portal/applications.ts";
import { bearerToken } from "./portal/bearer-token.ts";
import { check } from "./portal/check.ts";
import { applicationCollaborators } from "./portal/collaborators.ts";
import { consumerSecret } from "./portal/consumer-secret.ts";
import { create } from "./portal/create.ts";
import { deleteApplication } from "./portal/delete.ts";
import { docs } from "./portal/docs.ts";
import { applicationIcon } from "./portal/icon.ts";
import { applicationInvitations } from "./portal/invitations.ts";
import { keys } from "./portal/keys.ts";
import { programs } from "./portal/programs.ts";
import { settings } from "./portal/settings.ts";
import { transfer } from "./portal/transfer.ts";
import { tryIt } from "./portal/try.ts";
import { usage } from "./portal/usage.ts";
import { users } from "./portal/users.ts";
import { resetPassword } from "./reset/password.ts";
import { reset } from "./reset.ts";
import { signInCode } from "./sign-in/code.ts";
import { firstSignIn } from "./sign-in/first.ts";
import { signInFrom } from "./sign-in/from.ts";
import { signInWith } from "./sign-in/with.ts";
import { signIn } from "./sign-in.ts";
import { signOutFrom } from "./sign-out/from.ts";
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
  applications,
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
  deletion,
  tryIt,
  myApplications,
  create,
  application,
  consumerSecret,
  bearerToken,
  ownAccessToken,
  keys,
  settings,
  applicationIcon,
  usage,
  users,
  applicationCollaborators,
  transfer,
  applicationInvitations,
  docs,
  programs,
  check,
  deleteApplication,
  signOut,
  signOutFrom,
  language,
  overview,
  people,
  onePerson,
  allApplications,
  oneApplication,
  invitations,
  serviceSettings,
  audit,
  auditExport,
  signUp,
  reset,
  resetPassword,
  email,
  authorizationServerMetadata,
  pictures,
  icons,
  asset,
];

/** Every operation of the private address. */
export const internalEndpoints: readonly InternalEndpoint[] = [
  healthz,
  livez,
  readyz,
  metrics,
  verify,
  verifyBatch,
  introspect,
  nginxDoor,
  njsDoor,
  caddyDoor,
  haproxyDoor,
  traefikDoor,
  envoyDoor,
  apisixDoor,
  refusalDoor,
];
