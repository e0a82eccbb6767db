import { test } from "node:test";
import { gatewayCases, origin } from "./cases.ts";
import { fromGuide, missing, startGateway } from "./gateway.ts";

test("Caddy, forward_auth", { skip: missing("caddy") }, (t) =>
  gatewayCases(t, {
    forms: false,
    start: ({ port, countersign, api }) =>
      startGateway(
        "caddy",
        ["run", "--config", "{dir}/Caddyfile", "--adapter", "caddyfile"],
        {
          Caddyfile: fromGuide("Caddyfile", {
            "https://api.example.com {": `http://:${port} {\n\tbind 127.0.0.1`,
            "https://api.example.com\n": `${origin}\n`,
            "127.0.0.1:8081": countersign,
            "127.0.0.1:9000": api,
          }),
        },
        port,
      ),
  }),
);
