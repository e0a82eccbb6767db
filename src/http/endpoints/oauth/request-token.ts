import type { SignedRequest } from "#oauth1";
import { type AccessLevel, covers, isAccessLevel } from "../../../domain/access.ts";
import type { ConsumerCredentials } from "../../../domain/application.ts";
import { callbackMatches } from "../../../domain/callback.ts";
import { callbacksInForce } from "../../../domain/callback-schemes.ts";
import { RequestError } from "../../../domain/errors.ts";
import { outOfBand } from "../../../domain/request-token.ts";
import { signedByConsumer } from "../../../verification/authentication/callers.ts";
import type { Dependencies } from "../../../verification/dependencies.ts";
import { issueRequestToken } from "../../actions/issue-request-token.ts";
import { endpoint, formReply, type Reply } from "../../operation/endpoint.ts";

/** RFC 5849 §2.1; docs/reference/interface.md §2. */
export const requestToken = endpoint({
  name: "oauth/request_token",
  paths: ["/oauth/request_token"],
  methods: ["POST", "GET"],
  noHead: true,
  section: "2",
  summary: "Issues a request token",
  caller: signedByConsumer,
  limit: "oauth/request_token",
  issues: true,
  reads: [
    {
      name: "oauth_callback",
      required: true,
      meaning: "Where the user is sent after approving, or oob for a PIN.",
    },
    {
      name: "svc_auth_access_type",
      required: false,
      meaning: "Requests a lower access level than the application's.",
      values: ["read", "write"],
    },
    {
      name: "x_auth_access_type",
      required: false,
      meaning: "Another name for svc_auth_access_type.",
      values: ["read", "write"],
    },
  ],
  produces: "form",
  responseFields: {
    oauth_token: "The request token.",
    oauth_token_secret: "Its secret.",
    oauth_callback_confirmed: "Always true (RFC 5849 §2.1).",
  },
  async operation({ caller: { consumer, request }, dependencies }) {
    const { ledger, clock } = dependencies;
    const issued = await issue(request, consumer, dependencies);
    if (issued !== undefined) return issued;
    // Callbacks or level changed between the check and the commit, so they are checked again.
    const changed = await ledger.consumerCredentials(consumer.consumerKey, clock());
    if (changed === undefined) throw new RequestError("couldNotAuthenticate");
    const again = await issue(request, changed, dependencies);
    if (again === undefined) throw new RequestError("overCapacity");
    return again;
  },
});

/** Returns undefined if the application has changed since it was checked. */
async function issue(
  request: SignedRequest,
  consumer: ConsumerCredentials,
  dependencies: Dependencies,
): Promise<Reply | undefined> {
  const callback = readCallback(request.callback, consumer);
  const access = readAccess(request, consumer);
  const issued = await issueRequestToken(dependencies, {
    applicationId: consumer.applicationId,
    callback,
    access,
    requestEmail: consumer.requestEmail,
    seen: { access: consumer.access, callbacks: consumer.callbacks() },
  });
  return (
    issued &&
    formReply({
      oauth_token: issued.token,
      oauth_token_secret: issued.secret.reveal(),
      oauth_callback_confirmed: "true",
    })
  );
}

function readCallback(callback: string | undefined, consumer: ConsumerCredentials): string {
  if (callback === undefined || callback === "") {
    throw new RequestError("badAuthenticationData", {
      detail: "oauth_callback is missing; send a callback URL of the application, or oob",
    });
  }
  if (callback === outOfBand) return callback;
  const registered = consumer.callbacks();
  if (registered.length === 0) throw new RequestError("desktopOnly");
  if (callbackMatches(callback, callbacksInForce(registered, consumer.confirmedSchemes()))) {
    return callback;
  }
  // The caller has proved that it is the application, so the error may name the URL.
  const why = callbackMatches(callback, registered)
    ? "has a scheme that an administrator must confirm first"
    : "matches none";
  throw new RequestError("callbackNotApproved", { detail: `${JSON.stringify(callback)} ${why}` });
}

function readAccess(request: SignedRequest, consumer: ConsumerCredentials): AccessLevel {
  const wanted = request.parameter("svc_auth_access_type");
  const alias = request.parameter("x_auth_access_type");
  if (wanted !== undefined && alias !== undefined && wanted !== alias) {
    throw new RequestError("badAuthenticationData", {
      detail: "svc_auth_access_type and x_auth_access_type differ",
    });
  }
  const access = wanted ?? alias ?? consumer.access;
  if (!isAccessLevel(access)) {
    throw new RequestError("badAuthenticationData", {
      detail: "svc_auth_access_type must be read or write",
    });
  }
  if (!covers(consumer.access, access)) throw new RequestError("accessTypeTooHigh");
  return access;
}
