import { tokenDigest } from "../../../domain/credentials.ts";
import { RequestError } from "../../../domain/errors.ts";
import { unreadBody } from "../../../verification/authentication/incoming.ts";
import { ownerOrBasic } from "../../../verification/authentication/owner.ts";
import { endpoint, jsonReply } from "../../operation/endpoint.ts";

/** docs/reference/interface.md §8. */
export const invalidateBearerToken = endpoint({
  name: "oauth2/invalidate_token",
  paths: ["/oauth2/invalidate_token"],
  methods: ["POST"],
  section: "8",
  summary: "Revokes the application's bearer token; signed by the application's owner",
  caller: ownerOrBasic,
  limit: "oauth2/invalidate_token",
  reads: [{ name: "access_token", required: true, meaning: "The bearer token to revoke." }],
  produces: "json",
  responseFields: { access_token: "The bearer token that was revoked." },
  async operation({ caller, incoming, dependencies: { ledger, clock } }) {
    const { applicationId, isOwner, ownerId, presented } = caller;
    if (!isOwner) throw new RequestError("notTheOwner");
    if (presented === undefined || presented === "") {
      const unread = unreadBody(incoming);
      const detail = `access_token is missing${unread === undefined ? "" : `; ${unread}`}`;
      throw new RequestError("unknownBearer", { detail });
    }
    const auditContext = { at: clock(), actor: caller.actor, address: incoming.address };
    const outcome = await ledger.revokeBearerToken(
      { digest: tokenDigest(presented), of: { applicationId, ownerId } },
      auditContext,
    );
    if (outcome === "not-the-owner") throw new RequestError("notTheOwner");
    if (outcome === "unknown") throw new RequestError("unknownBearer");
    return jsonReply({ access_token: presented });
  },
});
