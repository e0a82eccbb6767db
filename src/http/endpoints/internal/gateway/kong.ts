import { maxGatewayBytes, replyToGateway } from "../../../../verification/gateway-reply.ts";
import { type Dialect, headersOfOurs } from "../../../../verification/gateway-request.ts";
import type { InternalEndpoint } from "../../../operation/internal-endpoint.ts";

/** A plugin in Kong sends the request's form, and passes every status on to the client. */
const dialect: Dialect = {
  name: "Kong",
  ...headersOfOurs,
  userAgent: "x-countersign-user-agent",
  body: "always",
};

export const kongGateway: InternalEndpoint = {
  name: "gateway/kong",
  path: "/gateway/kong",
  methods: "any",
  summary: "The decision on a request, for Kong",
  maxBodyBytes: maxGatewayBytes,
  operation: (call) => replyToGateway(dialect, call),
};
