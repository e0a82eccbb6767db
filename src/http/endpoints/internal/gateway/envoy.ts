import { maxGatewayBytes, replyToGateway } from "../../../../verification/gateway-reply.ts";
import type { Dialect } from "../../../../verification/gateway-request.ts";
import type { InternalEndpoint } from "../../../operation/internal-endpoint.ts";

/**
 * `ext_authz` over HTTP calls with the request's own method, and appends its target to
 * `path_prefix`, which therefore ends in `target=`.
 * https://www.envoyproxy.io/docs/envoy/latest/api-v3/extensions/filters/http/ext_authz/v3/ext_authz.proto
 */
const dialect: Dialect = {
  name: "Envoy",
  method: "own",
  origin: { header: "x-countersign-origin" },
  target: "url",
  address: "x-countersign-address",
  userAgent: "user-agent",
  body: "maybe",
  changesTarget:
    "with normalize_path, merge_slashes or path_with_escaped_slashes_action it is not what the client signed",
};

export const envoyGateway: InternalEndpoint = {
  name: "gateway/envoy",
  path: "/gateway/envoy",
  methods: "any",
  summary: "The decision on a request, for Envoy",
  maxBodyBytes: maxGatewayBytes,
  operation: (call) => replyToGateway(dialect, call),
};
