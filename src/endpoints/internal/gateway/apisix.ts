import type { InternalEndpoint } from "../../../internal-endpoint.ts";
import type { Dialect } from "../../../verification/described-request.ts";
import { answerAtDoor, mostDoorBytes, toClient } from "../../../verification/door-reply.ts";

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
  body: "maybe",
  changesTarget:
    "X-Countersign-Target has to be $real_request_uri, since $request_uri is normalized there",
};

export const apisixDoor: InternalEndpoint = {
  name: "gateway/apisix",
  path: "/gateway/apisix",
  methods: "any",
  summary: "The verdict on a request, for APISIX",
  mostBodyBytes: mostDoorBytes,
  toClient,
  operation: (call) => answerAtDoor(dialect, call),
};
