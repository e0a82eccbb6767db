import { carriedIn, carry } from "../../../../verification/carried-error.ts";
import {
  type GatewayReply,
  replyToGateway,
  toClient,
} from "../../../../verification/gateway-reply.ts";
import { type Dialect, headersOfOurs } from "../../../../verification/gateway-request.ts";
import type { InternalEndpoint } from "../../../operation/internal-endpoint.ts";

/** `auth_request` calls with GET, without the body. */
const dialect: Dialect = {
  name: "nginx",
  ...headersOfOurs,
  userAgent: "user-agent",
  body: "never",
  length: "x-countersign-length",
};

/**
 * `auth_request` only keeps the status, 401 or 403, so every rejection is a 401 here, with the
 * client's response in a header.
 */
export const nginxGateway: InternalEndpoint = {
  name: "gateway/nginx",
  path: "/gateway/nginx",
  methods: ["GET"],
  summary: "The decision on a request, for nginx and its auth_request",
  maxBodyBytes: 0,
  toClient: (rejection) => inHeader(toClient(rejection)),
  async operation(call) {
    const reply = await replyToGateway(dialect, call);
    return reply.status === 200 ? reply : inHeader(reply);
  },
};

function inHeader(reply: GatewayReply): GatewayReply {
  return { status: 401, headers: { [carriedIn]: carry(reply) }, body: "" };
}
