import { byApplication } from "../../../domain/audit-context.ts";
import type { BearerToken } from "../../../domain/credentials.ts";
import { RequestError } from "../../../domain/errors.ts";
import { readTokenRequest, tokenRequestNames } from "../../../domain/oauth2.ts";
import { basic, wrongSecret } from "../../../verification/authentication/basic.ts";
import { decisiveValues, unreadBody } from "../../../verification/authentication/incoming.ts";
import { issueBearerToken } from "../../actions/issue-bearer-token.ts";
import { endpoint, jsonReply, type Reply } from "../../operation/endpoint.ts";

/** RFC 6749 §4.4; docs/reference/interface.md §7. */
export const token = endpoint({
  name: "oauth2/token",
  paths: ["/oauth2/token"],
  methods: ["POST"],
  section: "7",
  summary: "Returns the bearer token of the consumer secret",
  caller: basic,
  limit: "oauth2/token",
  issues: true,
  reads: [
    {
      name: "grant_type",
      required: true,
      meaning: "The grant type.",
      values: ["client_credentials"],
    },
  ],
  produces: "json",
  responseFields: { token_type: "Always `bearer`.", access_token: "The bearer token." },
  errorsAsOAuth2: true,
  async operation({ caller, incoming, dependencies }) {
    const { applicationId, consumerKey } = caller.consumer;
    const sent = decisiveValues(incoming, (name) => tokenRequestNames.includes(name));
    const request = readTokenRequest(sent, consumerKey);
    if (!request.ok) throw requestErrorOf(request.problem, unreadBody(incoming));
    const now = dependencies.clock();
    const live = await dependencies.ledger.outstandingBearerToken(
      { applicationId, authenticatedBy: caller.secret },
      now,
    );
    if (live !== undefined) return tokenReply(live);
    const context = byApplication(applicationId, now, incoming.address);
    const issued = await issueBearerToken(dependencies, applicationId, context, caller.secret);
    if (issued === "suspended") {
      throw new RequestError("applicationSuspended", { verifiedAs: applicationId });
    }
    if (issued === "unapproved") {
      throw new RequestError("applicationNotApproved", { verifiedAs: applicationId });
    }
    // The secret was replaced since it was checked, perhaps because it had leaked.
    if (issued === undefined) throw wrongSecret(consumerKey);
    return tokenReply(issued.token);
  },
});

function tokenReply(bearer: BearerToken): Reply {
  return jsonReply({ token_type: "bearer", access_token: bearer });
}

function requestErrorOf(
  problem: "missing" | "unsupported" | "two-identities",
  unread: string | undefined,
): RequestError {
  switch (problem) {
    case "missing":
      return new RequestError("grantTypeMissing", unread === undefined ? {} : { detail: unread });
    case "unsupported":
      return new RequestError("grantTypeUnsupported");
    case "two-identities":
      return new RequestError("badAuthenticationData", {
        detail: "two sets of credentials in one request",
      });
  }
}
