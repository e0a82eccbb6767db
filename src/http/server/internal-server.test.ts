import assert from "node:assert/strict";
import type { AddressInfo } from "node:net";
import { test } from "node:test";
import { sendText } from "../../../test/support/raw-http.ts";
import { type InternalEndpoint, internalReply } from "../operation/internal-endpoint.ts";
import { connectionTimes } from "./connection-times.ts";
import { internalSecrets } from "./internal-secrets.ts";
import { createInternalServer, type InternalParts } from "./internal-server.ts";

const echo: InternalEndpoint = {
  name: "echo",
  path: "/echo",
  methods: "any",
  summary: "Returns the headers",
  maxBodyBytes: 0,
  operation: ({ headers }) => internalReply(200, Object.entries(headers())),
};

test("a gateway's call has all values of each header, also of one that a client named as what every object has", async () => {
  const { server, listen, close } = createInternalServer({
    endpoints: [echo],
    dependencies: { origins: [], config: { maxConnections: 10 } },
    connectionTimes,
    secrets: internalSecrets([]),
    onProblem: assert.fail,
    endsConnections: () => false,
  } as unknown as InternalParts);
  // As in Node 24.13 for such names.
  server.prependListener("request", (request) =>
    Object.defineProperty(request, "headersDistinct", { get: () => assert.fail() }),
  );
  await listen({ host: "127.0.0.1", port: 0, reusePort: false });
  const { port } = server.address() as AddressInfo;
  const lines = ["__proto__: 1", "Constructor: 2", "constructor: 3", "Connection: close"];
  const text = `GET /echo HTTP/1.1\r\nHost: here\r\n${lines.join("\r\n")}\r\n\r\n`;
  const received = await sendText(`http://127.0.0.1:${port}`, text);
  await close(0);
  assert.match(received, /^HTTP\/1.1 200 /);
  assert.deepEqual(JSON.parse(received.split("\r\n\r\n")[1] ?? ""), [
    ["host", ["here"]],
    ["__proto__", ["1"]],
    ["constructor", ["2", "3"]],
    ["connection", ["close"]],
  ]);
});
