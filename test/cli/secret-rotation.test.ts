/** Runs the steps of "Rotate a shared secret" in docs/guide/settings.md, while calls arrive without a pause. */
import assert from "node:assert/strict";
import { execFileSync } from "node:child_process";
import { readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { test } from "node:test";
import { Webhook } from "standardwebhooks";
import { freePort } from "../support/free-port.ts";
import { guideText } from "../support/guide-block.ts";
import { signUp } from "../support/visitor.ts";
import {
  startWebhookReceiver,
  webhookSecret,
  webhookSettings,
} from "../support/webhook-receiver.ts";
import { check } from "./checked.ts";
import { makeAlice, makeApp, scratchDirectory, serve } from "./command.ts";

const api = "https://api.example.com";

test("the guide's rotation of the internal secret: no call is rejected until the previous one is removed", async () => {
  using directory = scratchDirectory();
  const file = join(directory.path, "internal");
  const port = String(await freePort());
  const settings = {
    DATA_DIR: join(directory.path, "data"),
    ...{ INTERNAL_PORT: port, INTERNAL_SECRET_FILE: file, API_ORIGINS: api },
  };
  const options = { settings };
  const first = "c3b1Qm5nJx0vT2yP8rZk";
  writeFileSync(file, `${first}\n`, { mode: 0o600 });
  await makeAlice(options);
  const keys = await makeApp(options);
  await using served = await serve(["serve"], options);
  const token = await bearerToken(served.baseUrl, keys);
  const verify = (secret: string) => verified(`http://127.0.0.1:${port}`, secret, token);

  const callers = Array.from({ length: 4 }, () => ({ secret: first, calls: 0 }));
  let isOver = false;
  const traffic = callers.map(async (caller) => {
    while (!isOver) {
      assert.deepEqual(await verify(caller.secret), [200, true]);
      caller.calls += 1;
    }
  });
  const someCalls = async () => {
    const before = callers.map(({ calls }) => calls);
    while (callers.some(({ calls }, at) => calls < (before[at] ?? 0) + 5)) {
      await Promise.race([...traffic, new Promise((resolve) => setTimeout(resolve, 5))]);
    }
  };
  await someCalls();
  run("add-secret", file, served.child.pid);
  await served.says("two internal secrets are in force");
  const [second = "", ...others] = readFileSync(file, "utf8").trim().split("\n");
  assert.deepEqual(others, [first]);
  const during = await check(settings);
  assert.equal(during.status, 0);
  assert.match(JSON.stringify(during.of("internal address")), /accepts two secrets; once each/);
  for (const caller of callers) {
    await someCalls();
    caller.secret = second;
  }
  await someCalls();
  run("remove-secret", file, served.child.pid);
  while (served.output.stderr.split("internal secret reloaded").length < 3) await someCalls();
  await someCalls();
  assert.deepEqual(await verify(first), [401, undefined]);
  isOver = true;
  await Promise.all(traffic);
  const after = await check(settings);
  assert.equal(after.status, 0);
  assert.doesNotMatch(JSON.stringify(after.findings), /two secrets/);
  for (const text of [served.output.stderr, JSON.stringify([during, after])]) {
    assert.ok(!text.includes(first) && !text.includes(second));
  }
});

test("a file that can't be used leaves the secrets in force, and check names the one that isn't", async () => {
  using directory = scratchDirectory();
  const file = join(directory.path, "internal");
  const port = String(await freePort());
  const data = { DATA_DIR: join(directory.path, "data"), INTERNAL_PORT: port, API_ORIGINS: api };
  const settings = { ...data, INTERNAL_SECRET_FILE: file };
  const pair = ["c3b1Qm5nJx0vT2yP8rZk", "kZr8Py2Tv0xJn5mQ1b3c"];
  writeFileSync(file, `${pair.join("\n")}\n`, { mode: 0o600 });
  await using served = await serve(["serve"], { settings });
  await served.says("two internal secrets are in force; remove the previous one once each gateway");
  for (const text of ["", "short", [...pair, "a-third-one-4711"].join("\n")]) {
    writeFileSync(file, text);
    const before = served.output.stderr.length;
    served.child.kill("SIGHUP");
    while (!served.output.stderr.slice(before).includes("internal secret could not be reloaded")) {
      await new Promise((resolve) => setImmediate(resolve));
    }
    for (const secret of pair) {
      const [status] = await verified(`http://127.0.0.1:${port}`, secret, "none");
      assert.equal(status, 200);
    }
  }
  for (const [secrets, which] of [
    [[pair[0], "another-secret-4711"], "the second COUNTERSIGN_INTERNAL_SECRET of these"],
    [["another-secret-4711", pair[0]], "the COUNTERSIGN_INTERNAL_SECRET of these"],
  ] as const) {
    const { status, of } = await check({ ...data, INTERNAL_SECRET: secrets.join() });
    assert.equal(status, 1);
    const found = of("internal address").at(-1);
    assert.ok(found?.message.includes(`rejects ${which}`), found?.message);
    assert.match(found?.fix ?? "", /SIGHUP/);
  }
});

test("the guide's rotation of the key of webhooks: no receiver gets an event that it rejects", async () => {
  using directory = scratchDirectory();
  await using receiver = await startWebhookReceiver();
  const file = join(directory.path, "webhooks");
  writeFileSync(file, `${webhookSecret}\n`, { mode: 0o600 });
  const { WEBHOOK_SECRET: _, ...others } = webhookSettings(receiver.url);
  const settings = {
    ...{ ...others, DATA_DIR: join(directory.path, "data"), WEBHOOK_SECRET_FILE: file },
    ...{ SIGN_UP: "open", WEBHOOK_EVENTS: "user.created" },
  };
  let secret = webhookSecret;
  const statuses: number[] = [];
  receiver.nextStatus = ({ headers, body }) => {
    try {
      new Webhook(secret).verify(body, headers as Record<string, string>);
      statuses.push(200);
    } catch {
      statuses.push(401);
    }
    return statuses.at(-1) ?? 0;
  };
  await using served = await serve(["serve"], { settings });
  const someEvent = async (screenName: string) => {
    const before = receiver.received.length;
    await signUp(served.baseUrl, screenName);
    await receiver.until(({ length }) => length > before);
  };
  await someEvent("alice");
  run("add-secret", file, served.child.pid, `whsec_${Buffer.alloc(32, 9).toString("base64")}`);
  await served.says("two webhook secrets are in force");
  const during = await check(settings);
  assert.match(JSON.stringify(during.of("webhooks")), /signed with two secrets; once each rec/);
  await someEvent("bob");
  secret = readFileSync(file, "utf8").split("\n")[0] ?? "";
  await someEvent("carol");
  run("remove-secret", file, served.child.pid);
  while (served.output.stderr.split("webhook secret reloaded").length < 3) {
    await new Promise((resolve) => setImmediate(resolve));
  }
  await someEvent("dave");
  assert.deepEqual(statuses, [200, 200, 200, 200]);
  const last = receiver.received.at(-1)?.headers["webhook-signature"];
  assert.match(String(last), /^v1,\S+$/);
});

/** As the guide has it, with the service's process instead of its unit. */
function run(name: string, file: string, pid: number | undefined, secret?: string): void {
  const block = new RegExp(`^ *\`\`\`sh ${name}\n(.*?)\`\`\``, "ms").exec(guideText("settings"));
  let commands = block?.[1] ?? assert.fail(`the guide has no ${name}`);
  for (const [from, to] of [
    ["/run/secrets/countersign-internal", file],
    ["systemctl kill --signal=HUP --kill-whom=main countersign", `kill -HUP ${pid}`],
    ...(secret === undefined ? [] : [["$(openssl rand -hex 32)", secret] as const]),
  ] as const) {
    assert.ok(commands.includes(from), `${name} has no ${from}`);
    commands = commands.replace(from, () => to);
  }
  execFileSync("sh", ["-euc", commands]);
}

async function bearerToken(
  baseUrl: string,
  { consumer_key, consumer_secret }: { consumer_key: string; consumer_secret: string },
): Promise<string> {
  const basic = Buffer.from(`${consumer_key}:${consumer_secret}`).toString("base64");
  const response = await fetch(`${baseUrl}/oauth2/token`, {
    method: "POST",
    headers: { authorization: `Basic ${basic}` },
    body: new URLSearchParams({ grant_type: "client_credentials" }),
  });
  const { access_token } = (await response.json()) as { access_token: string };
  return access_token;
}

/** The status of the call, and whether the request that it describes is valid. */
async function verified(url: string, secret: string, token: string) {
  const response = await fetch(`${url}/verify`, {
    method: "POST",
    headers: { "x-countersign-secret": secret },
    body: JSON.stringify({
      ...{ method: "GET", origin: api, target: "/things" },
      authorization: `Bearer ${token}`,
    }),
  });
  const { valid } = (await response.json()) as { valid?: boolean };
  return [response.status, valid];
}
