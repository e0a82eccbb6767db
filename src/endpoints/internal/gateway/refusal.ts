import { Refusal } from "../../../domain/refusals.ts";
import type { InternalEndpoint } from "../../../internal-endpoint.ts";
import { carried, carriedIn } from "../../../verification/carried-refusal.ts";
import { toClient } from "../../../verification/door-reply.ts";
import { BadQuestion } from "../../../verification/question.ts";

/**
 * Turns the refusal that nginx passes here into the response for the client. Nothing is verified again: the
 * nonce may be spent, so a second verdict could differ.
 */
export const refusalDoor: InternalEndpoint = {
  name: "gateway/refusal",
  path: "/gateway/refusal",
  methods: "any",
  summary: "A refusal that a gateway carries, as an answer",
  mostBodyBytes: 0,
  toClient,
  operation({ rawHeaders, id, warn }) {
    try {
      return carried(onlyHeader(rawHeaders));
    } catch (error) {
      if (!(error instanceof BadQuestion)) throw error;
      warn(`${id}: ${error.message}`);
      return toClient(new Refusal("internalError", { detail: `request ${id}` }));
    }
  },
};

function onlyHeader(rawHeaders: readonly string[]): string {
  const values = rawHeaders.filter(
    (_, at) => rawHeaders[at - 1]?.toLowerCase() === carriedIn && at % 2 === 1,
  );
  const [value, ...others] = values;
  if (value !== undefined && others.length === 0) return value;
  throw new BadQuestion(`${carriedIn} came ${values.length} times; the gateway has to set it once`);
}
