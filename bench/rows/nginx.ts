import { missing } from "../../test/gateways/gateway.ts";
import { startNginx } from "../../test/gateways/nginx.ts";
import { bearerFor } from "../../test/support/flow.ts";
import { freePort } from "../../test/support/free-port.ts";
import { guideBlock } from "../../test/support/guide-block.ts";
import type { Plan } from "../load/plan.ts";
import { httpRequest } from "../load/request.ts";
import { firstApplication, signedUse } from "../loads.ts";
import { median } from "../median.ts";
import { interleaved } from "../rounds.ts";
import { startFloor } from "../servers/floor.ts";
import type { Server } from "../servers/server.ts";
import { atMost, type Bench, comparison, type Row } from "./row.ts";

/**
 * A small API behind nginx as the guide configures it. `auth_request` asks Countersign, or in place of the
 * floor a bare server that lets everything pass. CPU is that of the server which is asked.
 */
export async function nginx(bench: Bench): Promise<readonly Row[]> {
  const reason = missing("nginx");
  if (reason !== false) {
    process.stderr.write(`  skipped: ${reason}\n`);
    return [];
  }
  const { generator, options, service, store } = bench;
  await using api = await startFloor([answering("ok\n")]);
  await using empty = await startFloor([answering("")]);
  await using below = await startGate(bench, api, empty, empty.port);
  await using above = await startGate(bench, api, service, service.internalPort);
  const { origin } = service;
  const bearer = await bearerFor(origin, firstApplication(store));
  const signed = signedUse(bench, "uniform");
  const borne: Plan = {
    kind: "fixed",
    request: httpRequest("GET", origin, "/things", { authorization: `Bearer ${bearer}` }),
  };
  const rows: Row[] = [];
  for (const [name, plan] of [
    ["nginx, signed", signed],
    ["nginx, bearer", borne],
  ] as const) {
    const sides = [
      { server: below, plan, takesRepeats: true },
      { server: above, plan, takesRepeats: false },
    ];
    const busy = comparison(name, 64, await interleaved(generator, sides, 64, options.pace));
    const cpu = busy.service.serverCpuMicros ?? Number.POSITIVE_INFINITY;
    rows.push({ ...busy, goal: atMost(cpu, 60, "µs") });
    const [without = [], including = []] = await interleaved(generator, sides, 1, options.pace);
    const samples = including.map((round, at) => round.p50Ms - (without[at]?.p50Ms ?? Number.NaN));
    const value = median(samples);
    const goal = atMost(value, 0.5, "ms");
    rows.push({ name: `${name}: added p50`, value, unit: "ms", samples, goal });
  }
  return rows;
}

function answering(body: string) {
  const headers = ["content-type", "text/plain", "content-length", String(body.length)];
  return { method: "GET", path: "/", status: 200, headers, keepAliveSeconds: 60, body };
}

/** nginx in front of the API; `measured` is whose CPU time counts, at `port`. */
async function startGate(
  { service }: Bench,
  api: Server,
  measured: Server,
  port: number,
): Promise<Server> {
  const ownPort = await freePort();
  const configuration = guideBlock("gateways/nginx", "nginx.conf", {
    "127.0.0.1:8081": `127.0.0.1:${port}`,
    "127.0.0.1:9000": `127.0.0.1:${api.port}`,
    "https://api.example.com": service.origin,
    "listen 443 ssl": `listen 127.0.0.1:${ownPort}`,
    "ssl_certificate     /etc/ssl/api.example.com.pem;": "",
    "ssl_certificate_key /etc/ssl/api.example.com.key;": "",
    // The generator opens its connections once.
    "    upstream api {": "    keepalive_requests 100000000;\n    upstream api {",
  });
  const gateway = await startNginx(
    {
      "nginx.conf": configuration,
      "countersign-protect.conf": guideBlock("gateways/nginx", "countersign-protect.conf"),
    },
    ownPort,
  );
  return {
    port: ownPort,
    pid: measured.pid,
    [Symbol.asyncDispose]: () => gateway[Symbol.asyncDispose](),
  };
}
