import { maxGatewayBytes, replyToGateway } from "../../../../verification/gateway-reply.ts";
import type { Dialect } from "../../../../verification/gateway-request.ts";
import type { InternalEndpoint } from "../../../operation/internal-endpoint.ts";

/**
 * `forwardAuth` describes the request in headers of its own, and sends the body with `forwardBody`. If a client has no
 * User-Agent, it sends that of Go, so none is read.
 * https://doc.traefik.io/traefik/reference/routing-configuration/http/middlewares/forwardauth/
 */
const dialect: Dialect = {
  name: "Traefik",
  method: { header: "x-forwarded-method" },
  origin: { scheme: "x-forwarded-proto", host: "x-forwarded-host" },
  target: { header: "x-forwarded-uri" },
  address: "x-forwarded-for",
  encodesPaths: true,
  body: "maybe",
  changesTarget: "it removes dot segments and double slashes, and writes escapes in upper case",
};

export const traefikGateway: InternalEndpoint = {
  name: "gateway/traefik",
  path: "/gateway/traefik",
  methods: "any",
  summary: "The decision on a request, for Traefik",
  maxBodyBytes: maxGatewayBytes,
  operation: (call) => replyToGateway(dialect, call),
};
