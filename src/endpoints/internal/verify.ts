import { type InternalEndpoint, internalReply } from "../../internal-endpoint.ts";
import { decide } from "../../verification/decision.ts";
import { decisionJson } from "../../verification/decision-json.ts";
import { readJson, readVerificationRequest } from "../../verification/verification-request.ts";

/** docs/reference/verification.md §1. */
export const verify: InternalEndpoint = {
  name: "verify",
  path: "/verify",
  methods: ["POST"],
  summary: "The decision on one request",
  mostBodyBytes: 256 * 1024,
  async operation(call) {
    const decision = await decide(readVerificationRequest(readJson(call.body), call.id), call);
    if (!decision.valid && decision.refusal.row.status >= 500) {
      const { refusal, response } = decision;
      return { ...response, body: JSON.stringify({ error: refusal.message }) };
    }
    return internalReply(200, decisionJson(decision));
  },
};
