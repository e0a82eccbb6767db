import { Refusal } from "../../../domain/refusals.ts";
import type { InternalCall, InternalEndpoint } from "../../../internal-endpoint.ts";
import { carried, carriedIn } from "../../../verification/carried-refusal.ts";
import { toClient } from "../../../verification/gateway-reply.ts";
import { BadRequest } from "../../../verification/verification-request.ts";

/**
 * nginx passes a rejection here, which becomes the response for the client. Nothing is verified
 * again: the nonce may be spent, so a second decision could differ.
 */
export const refusalDoor: InternalEndpoint = {
  name: "gateway/refusal",
  path: "/gateway/refusal",
  methods: "any",
  summary: "A refusal that a gateway carries, as an answer",
  mostBodyBytes: 0,
  toClient,
  operation({ headers, id, warn }) {
    try {
      return carried(onlyHeader(headers));
    } catch (error) {
      if (!(error instanceof BadRequest)) throw error;
      warn(`${id}: ${error.message}`);
      return toClient(new Refusal("internalError", { detail: `request ${id}` }));
    }
  },
};

function onlyHeader(headers: InternalCall["headers"]): string {
  const values = headers[carriedIn] ?? [];
  const [value, ...others] = values;
  if (value !== undefined && others.length === 0) return value;
  throw new BadRequest(`${carriedIn} came ${values.length} times; the gateway has to set it once`);
}
