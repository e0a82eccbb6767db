import { byUser } from "../../../../domain/audit-context.ts";
import { RequestError } from "../../../../domain/errors.ts";
import { userOnly } from "../../../../verification/authentication/callers.ts";
import { endpoint, jsonReply } from "../../../operation/endpoint.ts";

/** docs/reference/interface.md §6. */
export const invalidateToken = endpoint({
  name: "oauth/invalidate_token",
  paths: ["/1.1/oauth/invalidate_token", "/1.1/oauth/invalidate_token.json"],
  methods: ["POST"],
  section: "6",
  summary: "Revokes the access token that signs the request",
  caller: userOnly,
  limit: "oauth/invalidate_token",
  reads: [],
  produces: "json",
  responseFields: { access_token: "The access token that was revoked." },
  async operation({ caller: { access }, incoming, dependencies: { ledger, clock } }) {
    const revoked = await ledger.revokeAccessToken(
      access.token,
      byUser(access.user.id, clock(), incoming.address),
      // The application ends its own token, but not what the user has approved since.
      "silent",
    );
    if (!revoked) throw new RequestError("invalidToken");
    return jsonReply({ access_token: access.token });
  },
});
