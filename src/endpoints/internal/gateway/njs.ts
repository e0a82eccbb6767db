import type { InternalEndpoint } from "../../../internal-endpoint.ts";
import { type Dialect, headersOfOurs } from "../../../verification/described-request.ts";
import { answerAtDoor, mostDoorBytes, toClient } from "../../../verification/door-reply.ts";

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
  summary: "The verdict on a request, for nginx with njs",
  mostBodyBytes: mostDoorBytes,
  toClient,
  operation: (call) => answerAtDoor(dialect, call),
};
