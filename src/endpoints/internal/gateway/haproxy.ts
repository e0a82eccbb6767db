import type { InternalEndpoint } from "../../../internal-endpoint.ts";
import type { Dialect } from "../../../verification/described-request.ts";
import { answerAtDoor, mostDoorBytes } from "../../../verification/door-reply.ts";

/** A script in HAProxy asks with the request's form, and passes on every status. */
const dialect: Dialect = {
  name: "HAProxy",
  method: { header: "x-countersign-method" },
  origin: { header: "x-countersign-origin" },
  target: { header: "x-countersign-target" },
  address: "x-countersign-address",
  attempt: "x-countersign-attempt",
  body: "always",
};

export const haproxyDoor: InternalEndpoint = {
  name: "gateway/haproxy",
  path: "/gateway/haproxy",
  methods: "any",
  summary: "The verdict on a request, for HAProxy",
  mostBodyBytes: mostDoorBytes,
  operation: (call) => answerAtDoor(dialect, call),
};
