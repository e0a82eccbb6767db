/** Stopping takes a limited time, whatever clients do. */
import assert from "node:assert/strict";
import { once } from "node:events";
import { connect } from "node:net";
import { test } from "node:test";
import { startTestService } from "../support/service.ts";

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
