import { anonymous } from "../../../verification/authentication/authentication.ts";
import { endpoint, jsonReply } from "../../operation/endpoint.ts";

/**
 * Metadata of RFC 8414; docs/reference/interface.md §18. It does not name the OAuth 1.0a
 * operations, and oauth2/invalidate_token is no revocation endpoint of RFC 7009.
 */
export const authorizationServerMetadata = endpoint({
  name: ".well-known/oauth-authorization-server",
  paths: ["/.well-known/oauth-authorization-server"],
  methods: ["GET"],
  section: "18",
  summary: "OAuth 2.0 authorization server metadata (RFC 8414)",
  caller: anonymous,
  limit: undefined,
  reads: [],
  produces: "json",
  responseFields: {
    issuer: "The base URL of the service.",
    token_endpoint: "The URL of `oauth2/token`.",
    token_endpoint_auth_methods_supported: "How a client authenticates there.",
    grant_types_supported: "The values that `grant_type` may have there.",
    response_types_supported: "Always empty, because no endpoint takes a `response_type`.",
  },
  operation({ dependencies: { origins } }) {
    // RFC 8414 §3.3: a client compares the issuer with the URL that it called.
    const [issuer] = origins;
    return jsonReply({
      issuer,
      token_endpoint: `${issuer}/oauth2/token`,
      token_endpoint_auth_methods_supported: ["client_secret_basic"],
      grant_types_supported: ["client_credentials"],
      // RFC 8414 §2 requires the member, and clients reject a document without it.
      response_types_supported: [],
    });
  },
});
