import { RequestError } from "../../../../domain/errors.ts";
import { carried, carriedIn } from "../../../../verification/carried-error.ts";
import { toClient } from "../../../../verification/gateway-reply.ts";
import { BadRequest } from "../../../../verification/verification-request.ts";
import type { InternalCall, InternalEndpoint } from "../../../operation/internal-endpoint.ts";

/**
 * nginx passes a rejection here, which becomes the response for the client. Nothing is verified
 * again: the nonce may be spent, so a second decision could differ.
 */
export const errorGateway: InternalEndpoint = {
  name: "gateway/error",
  path: "/gateway/error",
  methods: "any",
  summary: "Renders a rejection that a gateway received in a header",
  maxBodyBytes: 0,
  operation({ headers, id, warn }) {
    try {
      return carried(onlyHeader(headers()));
    } catch (error) {
      if (!(error instanceof BadRequest)) throw error;
      warn(`${id}: ${error.message}`);
      return toClient(new RequestError("internalError", { detail: `request ${id}` }));
    }
  },
};

function onlyHeader(headers: ReturnType<InternalCall["headers"]>): string {
  const values = headers[carriedIn] ?? [];
  const [value, ...others] = values;
  if (value !== undefined && others.length === 0) return value;
  throw new BadRequest(`${carriedIn} came ${values.length} times; the gateway must send it once`);
}
