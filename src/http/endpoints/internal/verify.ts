import { decide } from "../../../verification/decision.ts";
import { decisionJson } from "../../../verification/decision-json.ts";
import { readJson, readVerificationRequest } from "../../../verification/verification-request.ts";
import { type InternalEndpoint, internalReply } from "../../operation/internal-endpoint.ts";

/** docs/reference/verification.md §1. */
export const verify: InternalEndpoint = {
  name: "verify",
  path: "/verify",
  methods: ["POST"],
  summary: "Verifies one request",
  maxBodyBytes: 256 * 1024,
  async operation(call) {
    const decision = await decide(readVerificationRequest(readJson(call.body), call.id), call);
    if (!decision.valid && decision.rejection.row.status >= 500) {
      const { rejection, response } = decision;
      return { ...response, body: JSON.stringify({ error: rejection.message }) };
    }
    return internalReply(200, decisionJson(decision));
  },
};
