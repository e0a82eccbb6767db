import type { Application } from "../../../../../domain/application.ts";
import { typedCode } from "../../../../../domain/ascii-digits.ts";
import type { ApplicationId, RequestToken } from "../../../../../domain/credentials.ts";
import {
  outOfBand,
  type RequestTokenCredentials,
  type RequestTokenRecord,
} from "../../../../../domain/request-token.ts";
import type { WalkProblem } from "../../../../../pages/languages/english/portal/try.ts";
import {
  shortened,
  type Walk,
  type WalkedRequest,
  walkPage,
} from "../../../../../pages/views/portal/applications/id/try.ts";
import { queryOf } from "../../../../../verification/authentication/incoming.ts";
import { originFor } from "../../../../../verification/authentication/origin.ts";
import { countCall, findCount } from "../../../../../verification/rate-limits/count-call.ts";
import { exchangeRequestToken } from "../../../../actions/exchange-request-token.ts";
import { issueRequestToken } from "../../../../actions/issue-request-token.ts";
import { userObject } from "../../../../actions/user-object.ts";
import {
  type ApplicationCall,
  forApplication,
  hrefOf,
} from "../../../../browser/application-page.ts";
import type { Changing } from "../../../../browser/change.ts";
import type { Form, ViewerCall } from "../../../../browser/viewer-call.ts";
import { endpoint, pageReply, type Reply, seeOther } from "../../../../operation/endpoint.ts";

/**
 * docs/reference/interface.md §15. The owner walks through the application's flow as its user. No request goes out,
 * so no secret has to come in. The request token ties the steps together, and only its owner's session can continue.
 */
export const walk = endpoint({
  name: "portal/applications/:id/try",
  paths: ["/portal/applications/:id/try"],
  methods: ["GET", "POST"],
  section: "15",
  summary: "Walks the owner through the application's flow, step by step",
  limit: "account-pages",
  reads: [
    { name: "oauth_token", required: false, meaning: "The walkthrough's request token." },
    { name: "oauth_verifier", required: false, meaning: "The verifier from the consent page." },
    { name: "denied", required: false, meaning: "The request token that was canceled." },
  ],
  ...forApplication({
    fields: [
      {
        name: "oauth_token",
        required: false,
        meaning: "The request token to exchange; without it, a walkthrough starts.",
      },
      {
        name: "oauth_verifier",
        required: false,
        secret: true,
        meaning: "Its verifier, or the PIN.",
      },
    ],
    async show(call) {
      const { application } = call;
      const query = queryOf(call.incoming);
      if (query.has("denied")) return startAgain(call, "canceled");
      const token = query.get("oauth_token") as RequestToken | null;
      if (token === null) return showWalk(call, { at: "start" });
      const found = await walkedRequest(call, token);
      if (found === undefined) return startAgain(call, "expired");
      const { record, credentials } = found;
      const request = shortenedRequest(application, record, credentials);
      const verifier = query.get("oauth_verifier") ?? "";
      return verifier === "" || credentials.approvedBy === undefined
        ? showWalk(call, { at: "asked", request, oauthToken: token })
        : showWalk(call, { at: "approved", request, oauthToken: token, verifier });
    },

    // Consent has its own page, and the results are shown shortened.
    changes: { "": { sensitive: false, run: continueWalk } },
  }),
});

function continueWalk(call: Changing<ApplicationCall>, form: Form): Reply | Promise<Reply> {
  const { application } = call;
  if (application.suspendedBecause !== undefined) {
    return showWalk(call, { at: "start" }, undefined, 403);
  }
  const token = form.get("oauth_token") as RequestToken | undefined;
  if (token === undefined) return begin(call);
  return exchange(call, token, typedCode(form.get("oauth_verifier") ?? ""));
}

/** Does what `oauth/request_token` does, with this page as a callback that need not be registered. */
async function begin(call: ApplicationCall): Promise<Reply> {
  const { dependencies, application } = call;
  const { id, access, requestEmail } = application;
  await countAsRequestToken(call, id);
  const callback = application.callbacks.length === 0 ? outOfBand : callbackOf(call, id);
  const issued = await issueRequestToken(dependencies, {
    applicationId: id,
    callback,
    access,
    requestEmail,
    seen: { access, callbacks: application.callbacks },
  });
  // The settings have just changed, so the page shows the current ones.
  if (issued === undefined) return seeOther(pathOf(id));
  const parameters = new URLSearchParams({ oauth_token: issued.token });
  const next = callback === outOfBand ? pathOf(id) : "/oauth/authorize";
  return seeOther(`${next}?${parameters}`);
}

async function exchange(
  call: Changing<ApplicationCall>,
  token: RequestToken,
  verifier: string,
): Promise<Reply> {
  const { dependencies, application, session, auditContext, now } = call;
  const { ledger, origins } = dependencies;
  const found = await walkedRequest(call, token);
  if (found === undefined) return startAgain(call, "expired", 422);
  const { record, credentials } = found;
  const request = shortenedRequest(application, record, credentials);
  const asked: Walk = { at: "asked", request, oauthToken: token };
  if (credentials.approvedBy === undefined) {
    return showWalk(call, asked, "not-approved", 422);
  }
  // Someone else who opens this link gives away no token.
  if (credentials.approvedBy.id !== session.userId) {
    return startAgain(call, "somebody-else", 422);
  }
  if (verifier === "") return showWalk(call, asked, "missing-verifier", 422);
  const granted = await exchangeRequestToken(
    dependencies,
    { token: record.token, verifier },
    auditContext,
  );
  // Only a user who is not the owner gets no token while the application waits for approval.
  if (granted === "gone" || granted === "unapproved") return startAgain(call, "expired", 422);
  if (granted === "wrong-verifier") {
    return showWalk(call, asked, "wrong-verifier", 422);
  }
  const { consumerKey } = application;
  const held = await ledger.accessTokenCredentials(consumerKey, granted.token, now);
  // The token was revoked at the same time.
  if (held === undefined) return startAgain(call, "expired", 422);
  const access = {
    oauth_token: shortened(granted.token),
    oauth_token_secret: shortened(granted.secret.reveal()),
    user_id: granted.userId,
    screen_name: granted.screenName,
  };
  const user = userObject(held.access.user, origins[0]);
  return showWalk(call, { at: "done", request, verifier, access, user });
}

/** No other request token has the walk's callback. */
async function walkedRequest(
  call: ApplicationCall,
  token: RequestToken,
): Promise<
  { readonly record: RequestTokenRecord; readonly credentials: RequestTokenCredentials } | undefined
> {
  const { application, dependencies } = call;
  const { id, consumerKey } = application;
  const { ledger } = dependencies;
  const record = await ledger.requestToken(token, call.now);
  const credentials = await ledger.requestTokenCredentials(consumerKey, token, call.now);
  if (record === undefined || credentials === undefined) return undefined;
  const own = dependencies.origins.map((origin) => origin + pathOf(id));
  const isOfWalk = record.callback === outOfBand || own.includes(record.callback);
  return isOfWalk ? { record, credentials: credentials.request } : undefined;
}

function shortenedRequest(
  { consumerKey }: Application,
  { callback, token, access }: RequestTokenRecord,
  { secret }: RequestTokenCredentials,
): WalkedRequest {
  const cut = { token: shortened(token), secret: shortened(secret.reveal()) };
  return { consumerKey, callback, access, ...cut };
}

function startAgain(call: ApplicationCall, problem: WalkProblem, status = 200): Reply {
  return showWalk(call, { at: "start" }, problem, status);
}

function showWalk(
  { viewer, application }: ApplicationCall,
  walk: Walk,
  problem?: WalkProblem,
  status = 200,
): Reply {
  const page = walkPage({ viewer, application, walk, ...(problem && { problem }) });
  return pageReply(page, { status });
}

/** The callback has the origin with which the browser has its session. */
function callbackOf({ incoming, dependencies }: ViewerCall, id: ApplicationId): string {
  return originFor(incoming, dependencies.origins) + pathOf(id);
}

function pathOf(id: ApplicationId): string {
  return `${hrefOf({ id })}/try`;
}

/** These calls also count toward the limit on an application's request tokens. */
async function countAsRequestToken(
  { dependencies, incoming }: ViewerCall,
  applicationId: ApplicationId,
): Promise<void> {
  await countCall(findCount("oauth/request_token", { applicationId }, incoming), dependencies);
}
