import { verifyCredentials as verifying } from "../../../actions/verify-credentials.ts";
import { endpoint } from "../../../operation/endpoint.ts";

/** docs/reference/interface.md §9. */
export const verifyCredentials = endpoint({
  ...verifying,
  paths: ["/1.1/account/verify_credentials.json"],
  methods: ["GET"],
  section: "9",
  summary: "Returns the user whose access token signs the request",
  produces: "json",
  responseFields: ["id", "id_str", "screen_name", "name", "created_at"],
});
