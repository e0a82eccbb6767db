import type { InternalEndpoint } from "../../../internal-endpoint.ts";
import { maxGatewayBytes, replyToGateway, toClient } from "../../../verification/gateway-reply.ts";
import { type Dialect, headersOfOurs } from "../../../verification/gateway-request.ts";

/** A script in nginx sends the request's form, and passes every status on to the client. */
const dialect: Dialect = {
  name: "nginx with njs",
  ...headersOfOurs,
  body: "always",
};

export const njsDoor: InternalEndpoint = {
  name: "gateway/njs",
  path: "/gateway/njs",
  methods: "any",
  summary: "The decision on a request, for nginx with njs",
  mostBodyBytes: maxGatewayBytes,
  toClient,
  operation: (call) => replyToGateway(dialect, call),
};
