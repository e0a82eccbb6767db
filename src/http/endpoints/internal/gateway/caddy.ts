import { maxGatewayBytes, replyToGateway } from "../../../../verification/gateway-reply.ts";
import { type Dialect, headersOfOurs } from "../../../../verification/gateway-request.ts";
import type { InternalEndpoint } from "../../../operation/internal-endpoint.ts";

/** `forward_auth` calls with GET, without the body, and passes every status on to the client. */
const dialect: Dialect = {
  name: "Caddy",
  ...headersOfOurs,
  userAgent: "user-agent",
  encodesPaths: true,
  body: "never",
  length: "x-countersign-length",
};

export const caddyGateway: InternalEndpoint = {
  name: "gateway/caddy",
  path: "/gateway/caddy",
  methods: "any",
  summary: "The decision on a request, for Caddy",
  maxBodyBytes: maxGatewayBytes,
  operation: (call) => replyToGateway(dialect, call),
};
