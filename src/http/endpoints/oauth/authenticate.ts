import { type Browser, browser } from "../../../accounts/browser-session.ts";
import { coversRequest, outOfBand } from "../../../domain/request-token.ts";
import type { Session } from "../../../domain/session.ts";
import { invalidRequestPage } from "../../../pages/views/invalid-request.ts";
import { queryOf } from "../../../verification/authentication/incoming.ts";
import {
  approve,
  askForConsent,
  askToSignIn,
  consentFields,
  decide,
  isTrue,
  type PendingRequest,
  pageParameters,
  pendingRequest,
  signedInUser,
} from "../../browser/authorization-page.ts";
import { type Call, endpoint, pageReply, type Reply } from "../../operation/endpoint.ts";

/** docs/reference/interface.md §4. Consent is skipped for users who have granted the access before. */
export const authenticate = endpoint({
  name: "oauth/authenticate",
  paths: ["/oauth/authenticate"],
  methods: ["GET", "POST"],
  section: "4",
  summary: "Signs the user in to the application, asking only if access was not granted before",
  caller: browser,
  limit: "oauth/authenticate",
  reads: pageParameters,
  fields: consentFields,
  produces: "page",
  async operation(call) {
    const pending = await pendingRequest(call);
    if ("status" in pending) return pending;
    if (pending.requestToken.callback === outOfBand) return desktopMustAuthorize(call, pending);
    if (call.incoming.method === "POST") return decide(call);
    const session = signedInUser(call, pending);
    if (session === undefined) return askToSignIn(call, pending);
    // HEAD approves nothing, so it gets the page that GET shows to others.
    const mayApprove = call.incoming.method === "GET";
    if (mayApprove && (await grantedBefore(call, pending, session))) {
      return approve(call, pending, session, { asked: false });
    }
    return askForConsent(call, pending, session);
  },
});

/**
 * The user has an active access token of this level or above, and the application uses "Sign in
 * with the service". The approval checks it again in its transaction.
 */
async function grantedBefore(
  { incoming, dependencies }: Call<Browser>,
  { application, requestToken }: PendingRequest,
  session: Session,
): Promise<boolean> {
  if (!application.signIn || isTrue(queryOf(incoming).get("force_login"))) return false;
  const grants = await dependencies.ledger.grants(application.id, session.userId);
  return coversRequest(grants, requestToken);
}

function desktopMustAuthorize({ frame }: Call<Browser>, { requestToken }: PendingRequest): Reply {
  const authorizeHref = `/oauth/authorize?oauth_token=${requestToken.token}`;
  return pageReply(invalidRequestPage({ frame, reason: "desktop", authorizeHref }), {
    status: 403,
  });
}
