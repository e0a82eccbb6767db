import { type InternalEndpoint, internalReply } from "../../internal-endpoint.ts";
import { judge } from "../../verification/judge.ts";
import { readJson, readQuestion } from "../../verification/question.ts";
import { verdictJson } from "../../verification/verdict-json.ts";

/** docs/reference/verification.md §1: verifies the request that the body describes. */
export const verify: InternalEndpoint = {
  name: "verify",
  path: "/verify",
  methods: ["POST"],
  summary: "The verdict on one request",
  mostBodyBytes: 256 * 1024,
  async operation(call) {
    const verdict = await judge(readQuestion(readJson(call.body)), call);
    if (!verdict.valid && verdict.refusal.row.status >= 500) {
      const { refusal, response } = verdict;
      return { ...response, body: JSON.stringify({ error: refusal.message }) };
    }
    return internalReply(200, verdictJson(verdict));
  },
};
