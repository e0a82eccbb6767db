import { decide } from "../../../../verification/decision.ts";
import { decisionJson } from "../../../../verification/decision-json.ts";
import { readBatch, readJson } from "../../../../verification/verification-request.ts";
import { type InternalEndpoint, internalReply } from "../../../operation/internal-endpoint.ts";

/**
 * docs/reference/verification.md §2. Decisions have the order of the requests. If a store failed
 * for one, its place holds a 503, because the others may have spent their nonces.
 */
export const verifyBatch: InternalEndpoint = {
  name: "verify/batch",
  path: "/verify/batch",
  methods: ["POST"],
  summary: "Verifies up to 100 requests",
  maxBodyBytes: 4 * 1024 * 1024,
  async operation(call) {
    const requests = readBatch(readJson(call.body), call.id);
    const decisions = await Promise.all(requests.map((request) => decide(request, call)));
    return internalReply(200, { decisions: decisions.map(decisionJson) });
  },
};
