import type { InternalEndpoint } from "../../../internal-endpoint.ts";
import { type Dialect, headersOfOurs } from "../../../verification/described-request.ts";
import { answerAtDoor, mostDoorBytes, toClient } from "../../../verification/door-reply.ts";

/** `forward_auth` asks with GET, without the body, and passes every status on to the client. */
const dialect: Dialect = {
  name: "Caddy",
  ...headersOfOurs,
  body: "never",
  length: "x-countersign-length",
};

export const caddyDoor: InternalEndpoint = {
  name: "gateway/caddy",
  path: "/gateway/caddy",
  methods: "any",
  summary: "The verdict on a request, for Caddy",
  mostBodyBytes: mostDoorBytes,
  toClient,
  operation: (call) => answerAtDoor(dialect, call),
};
