import type { InternalEndpoint } from "../../../internal-endpoint.ts";
import type { Dialect } from "../../../verification/described-request.ts";
import { answerAtDoor, mostDoorBytes } from "../../../verification/door-reply.ts";

/** A script in nginx asks with the request's form, and passes on every status. */
const dialect: Dialect = {
  name: "nginx with njs",
  method: { header: "x-countersign-method" },
  origin: { header: "x-countersign-origin" },
  target: { header: "x-countersign-target" },
  address: "x-countersign-address",
  attempt: "x-countersign-attempt",
  body: "always",
};

export const njsDoor: InternalEndpoint = {
  name: "gateway/njs",
  path: "/gateway/njs",
  methods: "any",
  summary: "The verdict on a request, for nginx with njs",
  mostBodyBytes: mostDoorBytes,
  operation: (call) => answerAtDoor(dialect, call),
};
