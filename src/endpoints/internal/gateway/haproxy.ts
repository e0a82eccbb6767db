import type { InternalEndpoint } from "../../../internal-endpoint.ts";
import { type Dialect, headersOfOurs } from "../../../verification/described-request.ts";
import { answerAtDoor, mostDoorBytes, toClient } from "../../../verification/door-reply.ts";

/** A script in HAProxy sends the request's form, and passes every status on to the client. */
const dialect: Dialect = {
  name: "HAProxy",
  ...headersOfOurs,
  body: "always",
};

export const haproxyDoor: InternalEndpoint = {
  name: "gateway/haproxy",
  path: "/gateway/haproxy",
  methods: "any",
  summary: "The verdict on a request, for HAProxy",
  mostBodyBytes: mostDoorBytes,
  toClient,
  operation: (call) => answerAtDoor(dialect, call),
};
