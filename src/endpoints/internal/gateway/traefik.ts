import type { InternalEndpoint } from "../../../internal-endpoint.ts";
import type { Dialect } from "../../../verification/described-request.ts";
import { answerAtDoor, mostDoorBytes, toClient } from "../../../verification/door-reply.ts";

/**
 * `forwardAuth` describes the request in headers of its own, and sends the body with `forwardBody`.
 * https://doc.traefik.io/traefik/reference/routing-configuration/http/middlewares/forwardauth/
 */
const dialect: Dialect = {
  name: "Traefik",
  method: { header: "x-forwarded-method" },
  origin: { scheme: "x-forwarded-proto", host: "x-forwarded-host" },
  target: { header: "x-forwarded-uri" },
  address: "x-forwarded-for",
  body: "maybe",
  changesTarget: "it removes dot segments and double slashes, and writes escapes in upper case",
};

export const traefikDoor: InternalEndpoint = {
  name: "gateway/traefik",
  path: "/gateway/traefik",
  methods: "any",
  summary: "The verdict on a request, for Traefik",
  mostBodyBytes: mostDoorBytes,
  toClient,
  operation: (call) => answerAtDoor(dialect, call),
};
