/** Pages judge a new password before it is sent: by the service's own rules, so that they never say anything else. */
import assert from "node:assert/strict";
import { test } from "node:test";
import { runInNewContext } from "node:vm";
import { newPasswordProblem } from "../passwords/new-password.ts";
import type { PasswordOwner } from "../passwords/password-problem.ts";
import { passwordJudge } from "./scripts.ts";

const owner = {
  screenName: "alice_long",
  name: "Alice Example",
  email: "alice@people.example",
  serviceName: "Countersign",
};

const passwords = [
  "short",
  "x".repeat(129),
  "alice@people.example",
  "alice_long!",
  "countersign1",
  "password123",
  "P@ssw0rd1",
  "zzzzzzzzzzz",
  "weatherweatherweather",
  "abcdefghij",
  "qwertyuiop",
  "1987-05-03",
  "correct horse battery staple",
  "kT4#vq9!mZ",
  "ленинград-восемь",
  "4@8({[<369".repeat(12),
];

test("the script says of each password what the service says", async () => {
  const judge = worker(passwordJudge.body.toString());
  for (const password of passwords) {
    const { problem, score } = judge(password, owner);
    assert.equal(problem, await newPasswordProblem(password, owner), password);
    assert.equal(score > 1, problem === undefined, password);
  }
});

test("it takes nothing of the machine that made it into the page", () => {
  assert.doesNotMatch(passwordJudge.body.toString(), /sourceMappingURL|file:|\/node_modules\//);
});

/** The script as a browser runs it beside a page, with nothing around it. */
function worker(script: string) {
  type Verdict = { problem: string | undefined; score: number };
  const replies: Verdict[] = [];
  let listener: ((event: { data: object }) => void) | undefined;
  runInNewContext(script, {
    addEventListener: (_: "message", listens: typeof listener) => {
      listener = listens;
    },
    postMessage: (reply: Verdict) => replies.push(reply),
  });
  return (password: string, whose: PasswordOwner): Verdict => {
    listener?.({ data: { number: 1, password, owner: whose } });
    return replies.pop() ?? assert.fail("no reply");
  };
}
