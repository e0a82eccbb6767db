import { maxGatewayBytes, replyToGateway } from "../../../../verification/gateway-reply.ts";
import type { Dialect } from "../../../../verification/gateway-request.ts";
import type { InternalEndpoint } from "../../../operation/internal-endpoint.ts";

/**
 * `forward-auth` normalizes the URI in X-Forwarded-Uri, so `extra_headers` adds the raw one
 * (https://apisix.apache.org/docs/apisix/plugins/forward-auth/).
 */
const dialect: Dialect = {
  name: "APISIX",
  method: { header: "x-forwarded-method" },
  origin: { header: "x-countersign-origin" },
  target: { header: "x-countersign-target" },
  address: "x-forwarded-for",
  userAgent: "x-countersign-user-agent",
  body: "maybe",
  changesTarget:
    "X-Countersign-Target must be $real_request_uri, because APISIX normalizes $request_uri",
};

export const apisixGateway: InternalEndpoint = {
  name: "gateway/apisix",
  path: "/gateway/apisix",
  methods: "any",
  summary: "The decision on a request, for APISIX",
  maxBodyBytes: maxGatewayBytes,
  operation: (call) => replyToGateway(dialect, call),
};
