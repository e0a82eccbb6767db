/** The program of docs/guide/applications.md runs the three-legged flow as it is written there. */
import assert from "node:assert/strict";
import { spawn } from "node:child_process";
import { once } from "node:events";
import { test } from "node:test";
import { startTestServer } from "../../src/program/test-server/test-server.ts";
import { guideBlock } from "../support/guide-block.ts";

test("a request token, a PIN, an access token, and a call for alice", async () => {
  await using testServer = await startTestServer();
  const { consumerKey, consumerSecret } = testServer.application();
  const program = guideBlock("applications", "flow.mjs", {
    "https://id.example.com": testServer.baseUrl,
  });
  const child = spawn(process.execPath, ["--input-type=module", "--eval", program], {
    env: { CONSUMER_KEY: consumerKey, CONSUMER_SECRET: consumerSecret },
    stdio: ["pipe", "pipe", "inherit"],
  });
  const ended = once(child, "close");
  let printed = "";
  for await (const piece of child.stdout.setEncoding("utf8")) {
    printed += piece;
    const [, token] = /oauth_token=(\w+)\n/.exec(printed) ?? [];
    if (token !== undefined && child.stdin.writable) {
      child.stdin.end(`${await testServer.approve(token)}\n`);
    }
  }
  assert.deepEqual(await ended, [0, null]);
  assert.match(printed, /You are alice\.\n$/);
});
