import { type Parameter, parseForm, toText } from "#oauth1";
import { unknownAddress } from "../../../domain/address.ts";
import { tokenDigest } from "../../../domain/credentials.ts";
import { rejectedUntil, sunsetsOf } from "../../../domain/sunset.ts";
import { bearerTraits } from "../../../verification/authentication/bearer.ts";
import { BadRequest } from "../../../verification/verification-request.ts";
import { type InternalEndpoint, internalReply } from "../../operation/internal-endpoint.ts";

/**
 * RFC 7662; docs/reference/verification.md §3. A bearer token is its own proof of possession. An access token is
 * not: its presenter has signed nothing, and the response shows that.
 */
export const introspect: InternalEndpoint = {
  name: "introspect",
  path: "/introspect",
  methods: ["POST"],
  summary: "Describes a token",
  maxBodyBytes: 8 * 1024,
  async operation({ body, dependencies: { ledger, clock, sunsets } }) {
    const form = parseForm(body.toString("latin1"));
    const token = tokenIn(form);
    const bearer = await ledger.bearerApplication(tokenDigest(token), clock());
    if (bearer !== undefined) {
      const isAllowed = bearer.networks?.allows(addressIn(form)) ?? true;
      const { applicationId } = bearer;
      const concerned = sunsetsOf(sunsets.all ?? [], { traits: bearerTraits, applicationId });
      const hasEnded = concerned.some((one) => rejectedUntil(one, clock()) !== undefined);
      const isActive = !bearer.suspended && !bearer.ownerOnly && isAllowed && !hasEnded;
      if (!isActive) return internalReply(200, inactive);
      return internalReply(200, {
        active: true,
        token_type: "bearer",
        client_id: bearer.consumerKey,
        scope: scopeOf(bearer.access),
        app_id: bearer.applicationId,
        requires_signature: false,
      });
    }
    const holder = await ledger.accessTokenHolder(token);
    if (holder === undefined || holder.suspended) return internalReply(200, inactive);
    return internalReply(200, {
      active: true,
      token_type: "oauth1",
      client_id: holder.consumerKey,
      scope: scopeOf(holder.access),
      sub: holder.userId,
      username: holder.screenName,
      app_id: holder.applicationId,
      requires_signature: true,
    });
  },
};

/** RFC 7662 §2.2: the same response for every reason, so that it reveals nothing about inactive tokens. */
const inactive = { active: false };

/** The client's IP address, which an API may send for applications that allow only some networks. */
function addressIn(form: readonly Parameter[]): string {
  const [, address = ""] = form.find(([name]) => name === "address") ?? [];
  return toText(address) || unknownAddress;
}

function tokenIn(form: readonly Parameter[]): string {
  const [sent = "", ...others] = form.flatMap(([name, value]) => (name === "token" ? value : []));
  const token = toText(sent);
  if (token === undefined) throw new BadRequest("token is not UTF-8");
  if (token === "" || others.length > 0) {
    throw new BadRequest("the body must be a form with one `token` (RFC 7662 §2.1)");
  }
  return token;
}

function scopeOf(access: "read" | "write"): string {
  return access === "write" ? "read write" : "read";
}
