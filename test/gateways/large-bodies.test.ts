/** Bodies that are too large, through nginx with its defaults: no client gets 502, and no node is dropped. */
import assert from "node:assert/strict";
import { Agent, request } from "node:http";
import { test } from "node:test";
import { freePort } from "../support/free-port.ts";
import { startTestService } from "../support/service.ts";
import { missing } from "./gateway.ts";
import { startNginx } from "./nginx.ts";

const secret = "c3b1Qm5nJx0vT2yP8rZk";

/** `nodes`: as many lines for one service. After one failure, nginx would not use such a node for ten seconds. */
function startProxy(port: number, service: string, nodes: number) {
  const servers = `server ${service};`.repeat(nodes);
  const text = `
events {}
http {
    upstream countersign { ${servers} keepalive 32; }
    server {
        listen 127.0.0.1:${port};
        location / {
            proxy_pass http://countersign;
            proxy_http_version 1.1;
            proxy_set_header Connection "";
            proxy_set_header Host localhost;
        }
    }
}`;
  return startNginx({ "nginx.conf": text }, port);
}

for (const nodes of [1, 3]) {
  for (const atOnce of [1, 20]) {
    test(`413 — each of many large bodies, ${atOnce} at once, through nginx with ${nodes} server lines`, {
      skip: missing("nginx"),
    }, async () => {
      await using service = await startTestService({ INTERNAL_SECRET: secret });
      const limits = {
        [`127.0.0.1:${service.port}`]: { "/oauth/request_token": 65_537, "/nowhere": 300_000 },
        [new URL(service.internalUrl ?? "").host]: {
          "/verify": 900_000,
          "/introspect": 65_537,
          "/gateway/njs": 300_000,
        },
      };
      for (const [host, sizes] of Object.entries(limits)) {
        const port = await freePort();
        await using _proxy = await startProxy(port, host, nodes);
        const agent = new Agent({ keepAlive: true, maxSockets: atOnce });
        for (const [path, bytes] of Object.entries(sizes)) {
          const all = Array.from({ length: 40 }, () => post(port, agent, path, bytes));
          assert.deepEqual(new Set(await Promise.all(all)), new Set([413]), path);
        }
        agent.destroy();
      }
    });
  }
}

function post(port: number, agent: Agent, path: string, bytes: number): Promise<number> {
  const headers = { "x-countersign-secret": secret };
  const { promise, resolve, reject } = Promise.withResolvers<number>();
  request({ host: "127.0.0.1", port, path, method: "POST", headers, agent }, (response) => {
    response.resume().once("end", () => resolve(response.statusCode ?? 0));
  })
    .once("error", reject)
    .end("a".repeat(bytes));
  return promise;
}
