import assert from "node:assert/strict";
import { runInNewContext } from "node:vm";
import type { PasswordOwner } from "../../src/tools/passwords/password-problem.ts";

/** The script as a browser runs it in a worker, with nothing else around it. */
export function judgeOf(script: string) {
  type Decision = { problem: string | undefined; score: number };
  const replies: Decision[] = [];
  let listener: ((event: { data: object }) => void) | undefined;
  runInNewContext(script, {
    addEventListener: (_: "message", listens: typeof listener) => {
      listener = listens;
    },
    postMessage: (reply: Decision) => replies.push(reply),
  });
  return (password: string, whose: PasswordOwner): Decision => {
    listener?.({ data: { number: 1, password, owner: whose } });
    return replies.pop() ?? assert.fail("no reply");
  };
}
