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
  responseFields: {
    id: "The user's ID as a number.",
    id_str: "The same ID as a string.",
    screen_name: "The user's screen name.",
    name: "The name that other users see.",
    created_at: "When the account was created.",
    profile_image_url: "The URL of a generated SVG picture.",
    profile_image_url_https: "The same URL.",
    default_profile_image: "Always true. Sign-in libraries read this and the following fields.",
    location: "Always empty.",
    description: "Always empty.",
    url: "Always null.",
    protected: "Always false.",
    verified: "Always false.",
    suspended: "Always false.",
  },
});
