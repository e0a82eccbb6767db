/** Every route, in the order of docs/reference/interface.md. */
import { applications } from "./account/applications.ts";
import { deletion } from "./account/delete.ts";
import { email } from "./account/email.ts";
import { events } from "./account/events.ts";
import { password } from "./account/password.ts";
import { profile } from "./account/profile.ts";
import { sessions } from "./account/sessions.ts";
import { verifyCredentials } from "./account/verify-credentials.ts";
import { oneApplication } from "./admin/application.ts";
import { allApplications } from "./admin/applications.ts";
import { audit } from "./admin/audit.ts";
import { auditExport } from "./admin/audit-export.ts";
import { invitations } from "./admin/invitations.ts";
import { overview } from "./admin/overview.ts";
import { people } from "./admin/people.ts";
import { onePerson } from "./admin/person.ts";
import { serviceSettings } from "./admin/settings.ts";
import { rateLimitStatus } from "./application/rate-limit-status.ts";
import { asset } from "./assets.ts";
import type { Endpoint } from "./endpoint.ts";
import { home } from "./home.ts";
import { language } from "./language.ts";
import { accessToken } from "./oauth/access-token.ts";
import { authenticate } from "./oauth/authenticate.ts";
import { authorize } from "./oauth/authorize.ts";
import { invalidateToken } from "./oauth/invalidate-token.ts";
import { requestToken } from "./oauth/request-token.ts";
import { invalidateBearerToken } from "./oauth2/invalidate-token.ts";
import { token } from "./oauth2/token.ts";
import { pictures } from "./pictures.ts";
import { ownAccessToken } from "./portal/access-token.ts";
import { application } from "./portal/application.ts";
import { myApplications } from "./portal/applications.ts";
import { bearerToken } from "./portal/bearer-token.ts";
import { consumerSecret } from "./portal/consumer-secret.ts";
import { create } from "./portal/create.ts";
import { deleteApplication } from "./portal/delete.ts";
import { settings } from "./portal/settings.ts";
import { tryIt } from "./portal/try.ts";
import { reset } from "./reset.ts";
import { resetPassword } from "./reset-password.ts";
import { signIn } from "./sign-in.ts";
import { signOut } from "./sign-out.ts";
import { signUp } from "./sign-up.ts";

export const endpoints: readonly Endpoint[] = [
  requestToken,
  authorize,
  authenticate,
  signIn,
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
  sessions,
  events,
  deletion,
  tryIt,
  myApplications,
  create,
  application,
  consumerSecret,
  bearerToken,
  ownAccessToken,
  settings,
  deleteApplication,
  signOut,
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
  pictures,
  asset,
];
