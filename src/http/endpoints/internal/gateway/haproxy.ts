import { maxGatewayBytes, replyToGateway } from "../../../../verification/gateway-reply.ts";
import { type Dialect, headersOfOurs } from "../../../../verification/gateway-request.ts";
import type { InternalEndpoint } from "../../../operation/internal-endpoint.ts";

/** A script in HAProxy sends the request's form, and passes every status on to the client. */
const dialect: Dialect = {
  name: "HAProxy",
  ...headersOfOurs,
  userAgent: "x-countersign-user-agent",
  body: "always",
};

export const haproxyGateway: InternalEndpoint = {
  name: "gateway/haproxy",
  path: "/gateway/haproxy",
  methods: "any",
  summary: "The decision on a request, for HAProxy",
  maxBodyBytes: maxGatewayBytes,
  operation: (call) => replyToGateway(dialect, call),
};
