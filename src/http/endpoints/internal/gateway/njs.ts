import { maxGatewayBytes, replyToGateway } from "../../../../verification/gateway-reply.ts";
import { type Dialect, headersOfOurs } from "../../../../verification/gateway-request.ts";
import type { InternalEndpoint } from "../../../operation/internal-endpoint.ts";

/** A script in nginx sends the request's form, and passes every status on to the client. */
const dialect: Dialect = {
  name: "nginx with njs",
  ...headersOfOurs,
  userAgent: "user-agent",
  body: "always",
};

export const njsGateway: InternalEndpoint = {
  name: "gateway/njs",
  path: "/gateway/njs",
  methods: "any",
  summary: "The decision on a request, for nginx with njs",
  maxBodyBytes: maxGatewayBytes,
  operation: (call) => replyToGateway(dialect, call),
};
