import type { InternalEndpoint } from "../../../internal-endpoint.ts";
import { carriedIn, carry } from "../../../verification/carried-refusal.ts";
import {
  type GatewayReply,
  replyToGateway,
  toClient,
} from "../../../verification/gateway-reply.ts";
import { type Dialect, headersOfOurs } from "../../../verification/gateway-request.ts";

/** `auth_request` calls with GET, without the body. */
const dialect: Dialect = {
  name: "nginx",
  ...headersOfOurs,
  body: "never",
  length: "x-countersign-length",
};

/**
 * `auth_request` only keeps the status, 401 or 403, so every rejection is a 401 here, with the
 * client's response in a header.
 */
export const nginxDoor: InternalEndpoint = {
  name: "gateway/nginx",
  path: "/gateway/nginx",
  methods: ["GET"],
  summary: "The decision on a request, for nginx and its auth_request",
  mostBodyBytes: 0,
  toClient: (refusal) => inHeader(toClient(refusal)),
  async operation(call) {
    const reply = await replyToGateway(dialect, call);
    return reply.status === 200 ? reply : inHeader(reply);
  },
};

function inHeader(reply: GatewayReply): GatewayReply {
  return { status: 401, headers: { [carriedIn]: carry(reply) }, body: "" };
}
