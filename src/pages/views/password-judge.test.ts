/** Pages and service judge a new password by the same rules, so they always agree. */
import assert from "node:assert/strict";
import { test } from "node:test";
import { judgeOf } from "../../../test/support/judge-of.ts";
import { newPasswordProblem } from "../../tools/passwords/new-password.ts";
import { passwordJudge } from "./scripts.ts";

const owner = {
  screenName: "alice_long",
  name: "Alice Example",
  email: "alice@users.example",
  serviceName: "Countersign",
};

const passwords = [
  "short",
  "x".repeat(129),
  "alice@users.example",
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
  const judge = judgeOf(passwordJudge.body.toString());
  for (const password of passwords) {
    const { problem, score } = judge(password, owner);
    assert.equal(problem, await newPasswordProblem(password, owner), password);
    assert.equal(score > 1, problem === undefined, password);
  }
});

test("it takes nothing of the machine that made it into the page", () => {
  assert.doesNotMatch(passwordJudge.body.toString(), /sourceMappingURL|file:|\/node_modules\//);
});
