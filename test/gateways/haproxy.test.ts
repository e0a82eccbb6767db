import { test } from "node:test";
import { gatewayCases, origin } from "./cases.ts";
import { fromGuide, missing, startGateway } from "./gateway.ts";

test("HAProxy, a script", { skip: missing("haproxy") }, (t) =>
  gatewayCases(t, {
    forms: true,
    start: ({ port, countersign, api }) =>
      startGateway(
        "haproxy",
        ["-db", "-f", "{dir}/haproxy.cfg"],
        {
          "haproxy.cfg": fromGuide("haproxy.cfg", {
            "/etc/haproxy": "{dir}",
            "bind :80": `bind 127.0.0.1:${port}`,
            "127.0.0.1:9000": api,
          }),
          "countersign.lua": fromGuide("countersign.lua", {
            "127.0.0.1:8081": countersign,
            "https://api.example.com": origin,
          }),
        },
        port,
      ),
  }),
);
