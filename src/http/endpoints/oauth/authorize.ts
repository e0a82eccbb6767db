import { browser } from "../../../accounts/browser-session.ts";
import {
  askForConsent,
  askToSignIn,
  consentFields,
  decide,
  pageParameters,
  pendingRequest,
  signedInUser,
} from "../../browser/authorization-page.ts";
import { endpoint } from "../../operation/endpoint.ts";

/** RFC 5849 §2.2; docs/reference/interface.md §3. The consent page is always shown. */
export const authorize = endpoint({
  name: "oauth/authorize",
  paths: ["/oauth/authorize"],
  methods: ["GET", "POST"],
  section: "3",
  summary: "Asks the user whether the application may use their account",
  caller: browser,
  limit: "oauth/authorize",
  reads: pageParameters,
  fields: consentFields,
  produces: "page",
  async operation(call) {
    if (call.incoming.method === "POST") return decide(call);
    const pending = await pendingRequest(call);
    if ("status" in pending) return pending;
    const session = signedInUser(call, pending);
    if (session === undefined) return askToSignIn(call, pending);
    return askForConsent(call, pending, session);
  },
});
