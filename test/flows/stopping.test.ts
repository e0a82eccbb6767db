/** Stopping loses no request of a proxy, and takes a limited time, whatever clients do. */
import assert from "node:assert/strict";
import { once } from "node:events";
import { Agent, get, type IncomingMessage } from "node:http";
import { connect } from "node:net";
import { test } from "node:test";
import { startTestService } from "../support/service.ts";
import { until } from "../support/until.ts";

/** Sends a GET; resolves to the status and the Connection header. */
async function fetchWith(url: string, agent: Agent): Promise<readonly [number, string]> {
  const [response] = (await once(get(url, { agent }), "response")) as [IncomingMessage];
  response.resume();
  await once(response, "end");
  return [response.statusCode ?? 0, response.headers.connection ?? ""];
}

test("while it drains it serves, says 503 at /readyz, and ends each connection with its next response", async () => {
  await using service = await startTestService({ DRAIN_SECONDS: "2" });
  const { baseUrl, internalUrl } = service;
  const page = `${baseUrl}/sign-in`;
  const live = `${internalUrl}/livez`;
  const [publicAgent, internalAgent] = [
    new Agent({ keepAlive: true }),
    new Agent({ keepAlive: true }),
  ];
  assert.deepEqual(await fetchWith(page, publicAgent), [200, "keep-alive"]);
  assert.deepEqual(await fetchWith(live, internalAgent), [200, "keep-alive"]);
  assert.equal((await fetch(`${internalUrl}/readyz`)).status, 200);
  let isDrained = false;
  const drained = service.drain().then(() => {
    isDrained = true;
  });
  const ready = await fetch(`${internalUrl}/readyz`);
  const { status } = (await ready.json()) as { status: string };
  assert.deepEqual([ready.status, status], [503, "draining"]);
  // The first two come on the connections that were kept, the others on new ones.
  for (const _time of [1, 2]) {
    assert.deepEqual(await fetchWith(page, publicAgent), [200, "close"]);
    assert.deepEqual(await fetchWith(live, internalAgent), [200, "close"]);
  }
  assert.equal(isDrained, false);
  await drained;
  publicAgent.destroy();
  internalAgent.destroy();
});

test("after a drain, open connections are served until a response is their last, and there are no new ones", async () => {
  const service = await startTestService({ DRAIN_SECONDS: "1" });
  const { port, baseUrl } = service;
  await service.drain();
  const silent = connect(port, "127.0.0.1");
  await once(silent, "connect");
  const stopped = service[Symbol.asyncDispose]();
  await until(() =>
    fetch(baseUrl).then(
      () => false,
      () => true,
    ),
  );
  // It continues until a response says that it is the last.
  const isLast = /^connection: close\r$/im;
  const ask = () => silent.write("GET /sign-in HTTP/1.1\r\nHost: a\r\n\r\n");
  let answers = "";
  silent.on("data", (data) => {
    answers += data;
    if (answers.endsWith("</html>\n") && !isLast.test(answers)) ask();
  });
  ask();
  await once(silent, "close");
  const statuses = answers.match(/^HTTP\/1\.1 \d+/gm) ?? [];
  assert.deepEqual(new Set(statuses), new Set(["HTTP/1.1 200"]));
  assert.match(answers, isLast);
  await stopped;
});

test("a service that need not drain stops at once, also with connections that are kept", async () => {
  const service = await startTestService();
  const agent = new Agent({ keepAlive: true });
  await fetchWith(`${service.baseUrl}/sign-in`, agent);
  await service.drain();
  assert.equal((await fetch(`${service.internalUrl}/readyz`)).status, 200);
  await service[Symbol.asyncDispose]();
  agent.destroy();
});

test("a request that its client never ends is cut off once the service has waited long enough", async () => {
  // Without the limit on stopping, this request would keep the service running for an hour.
  const times = { request: 3_600_000, headers: 3_600_000, stopping: 50 };
  const service = await startTestService({}, Date.now, times);
  const socket = connect(service.port, "127.0.0.1");
  socket.write(
    "POST /oauth2/token HTTP/1.1\r\nHost: a\r\nContent-Type: application/x-www-form-urlencoded\r\nContent-Length: 9\r\nExpect: 100-continue\r\n\r\ngrant",
  );
  const [answer] = await once(socket, "data");
  assert.match(String(answer), /^HTTP\/1\.1 100 /);
  socket.on("error", () => {});
  const cut = once(socket, "close");
  await service[Symbol.asyncDispose]();
  await cut;
});
