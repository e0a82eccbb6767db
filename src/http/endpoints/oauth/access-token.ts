import { byApplication } from "../../../domain/audit-context.ts";
import { RequestError } from "../../../domain/errors.ts";
import { signedByRequestToken } from "../../../verification/authentication/callers.ts";
import { exchangeRequestToken } from "../../actions/exchange-request-token.ts";
import { endpoint, formReply } from "../../operation/endpoint.ts";

/** RFC 5849 §2.3; docs/reference/interface.md §5. */
export const accessToken = endpoint({
  name: "oauth/access_token",
  paths: ["/oauth/access_token"],
  methods: ["POST", "GET"],
  noHead: true,
  section: "5",
  summary: "Exchanges an approved request token and its verifier for an access token",
  caller: signedByRequestToken,
  limit: "oauth/access_token",
  issues: true,
  reads: [
    { name: "oauth_token", required: true, meaning: "The request token." },
    {
      name: "oauth_verifier",
      required: true,
      meaning: "The verifier from the callback, or the PIN.",
    },
  ],
  produces: "form",
  responseFields: {
    oauth_token: "The access token.",
    oauth_token_secret: "Its secret.",
    user_id: "The user's ID, a decimal number.",
    screen_name: "The user's screen name.",
  },
  async operation({ caller: { consumer, request, token }, incoming, dependencies }) {
    const { applicationId } = consumer;
    const { verifier } = request;
    // A missing or empty verifier is not a try: some clients send it before they have one.
    if (verifier === undefined || verifier === "") throw new RequestError("verifierRejected");
    const granted = await exchangeRequestToken(
      dependencies,
      { token, verifier },
      byApplication(applicationId, dependencies.clock(), incoming.address),
    );
    if (granted === "gone") throw new RequestError("invalidToken");
    if (granted === "unapproved") {
      throw new RequestError("applicationNotApproved", { verifiedAs: applicationId });
    }
    if (granted === "wrong-verifier") throw new RequestError("verifierRejected");
    return formReply({
      oauth_token: granted.token,
      oauth_token_secret: granted.secret.reveal(),
      user_id: granted.userId,
      screen_name: granted.screenName,
    });
  },
});
