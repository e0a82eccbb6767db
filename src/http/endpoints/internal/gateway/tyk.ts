import { maxGatewayBytes, replyToGateway } from "../../../../verification/gateway-reply.ts";
import { type Dialect, headersOfOurs } from "../../../../verification/gateway-request.ts";
import type { InternalEndpoint } from "../../../operation/internal-endpoint.ts";

/** A Go plugin in Tyk sends the request's form, and passes every status on to the client. */
const dialect: Dialect = {
  name: "Tyk",
  ...headersOfOurs,
  userAgent: "x-countersign-user-agent",
  body: "always",
};

export const tykGateway: InternalEndpoint = {
  name: "gateway/tyk",
  path: "/gateway/tyk",
  methods: "any",
  summary: "The decision on a request, for Tyk",
  maxBodyBytes: maxGatewayBytes,
  operation: (call) => replyToGateway(dialect, call),
};
