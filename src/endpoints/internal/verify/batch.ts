import { type InternalEndpoint, internalReply } from "../../../internal-endpoint.ts";
import { judge } from "../../../verification/judge.ts";
import { readJson, readQuestions } from "../../../verification/question.ts";
import { verdictJson } from "../../../verification/verdict-json.ts";

/**
 * docs/reference/verification.md §2. Each question gets its own verdict, in order. If a store could not answer
 * one, its place holds a refusal with 503, because the others may have spent their nonces.
 */
export const verifyBatch: InternalEndpoint = {
  name: "verify/batch",
  path: "/verify/batch",
  methods: ["POST"],
  summary: "The verdicts on up to 100 requests",
  mostBodyBytes: 4 * 1024 * 1024,
  async operation(call) {
    const questions = readQuestions(readJson(call.body));
    const verdicts = await Promise.all(
      questions.map((question, at) => judge(question, { ...call, id: `${call.id}.${at}` })),
    );
    return internalReply(200, { verdicts: verdicts.map(verdictJson) });
  },
};
