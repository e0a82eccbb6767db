import { userOnly } from "../../../../verification/authentication/callers.ts";
import { userObject } from "../../../actions/user-object.ts";
import { endpoint, jsonReply } from "../../../operation/endpoint.ts";

/** docs/reference/interface.md §9. */
export const verifyCredentials = endpoint({
  name: "account/verify_credentials",
  paths: ["/1.1/account/verify_credentials.json"],
  methods: ["GET"],
  section: "9",
  summary: "Returns the user whose access token signs the request",
  caller: userOnly,
  limit: "account/verify_credentials",
  reads: [
    {
      name: "include_email",
      required: false,
      meaning: "true: include the email address, if the user consented to it.",
    },
  ],
  produces: "json",
  responseFields: ["id", "id_str", "screen_name", "name", "created_at"],
  operation({ caller: { consumer, access, request }, dependencies: { origins } }) {
    const wantsEmail = /^(true|1|t)$/i.test(request.parameter("include_email") ?? "");
    const email = wantsEmail && consumer.requestEmail && access.emailGranted;
    const user = userObject(access.user, origins[0]);
    return jsonReply(email ? { ...user, email: access.user.email || null } : user, {
      "x-access-level": access.access === "write" ? "read-write" : "read",
    });
  },
});
