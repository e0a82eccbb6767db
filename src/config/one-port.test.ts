import assert from "node:assert/strict";
import { test } from "node:test";
import { readConfig } from "./config.ts";
import { rejectOnePort } from "./one-port.ts";

const port = { PORT: "8080", INTERNAL_PORT: "8080" };
const open = { BASE_URL: "https://id.example", TRUSTED_PROXIES: "::1" };

for (const [settings, meet] of [
  [port, true],
  [{ ...port, HOST: "localhost" }, true],
  [{ ...port, HOST: "localhost", INTERNAL_HOST: "::1" }, true],
  [{ ...port, INTERNAL_HOST: "localhost" }, true],
  [{ ...port, ...open, HOST: "0:0:0:0:0:0:0:1", INTERNAL_HOST: "::1" }, true],
  [{ ...port, ...open, HOST: "0.0.0.0" }, true],
  [{ ...port, ...open, HOST: "::" }, true],
  [{ ...port, ...open, HOST: "0:0::0", INTERNAL_HOST: "::1" }, true],
  [{ ...port, ...open, HOST: "0.0.0.0", INTERNAL_HOST: "::1" }, false],
  [{ ...port, INTERNAL_HOST: "127.0.0.2" }, false],
  [{ ...port, HOST: "::1" }, false],
  [{ PORT: "8080", INTERNAL_PORT: "off" }, false],
  [{ PORT: "8080", INTERNAL_PORT: "8081" }, false],
  [{ PORT: "0", INTERNAL_PORT: "0" }, false],
] as const) {
  test(`${JSON.stringify(settings)} ${meet ? "is one port for both" : "has two addresses"}`, () => {
    const given = Object.entries(settings).map(([name, value]) => [`COUNTERSIGN_${name}`, value]);
    const config = readConfig(Object.fromEntries(given), assert.fail);
    const rejected = /^COUNTERSIGN_PORT and COUNTERSIGN_INTERNAL_PORT: .* the same port, 8080; /;
    if (meet)
      assert.throws(() => rejectOnePort(config), { name: "ConfigProblem", message: rejected });
    else rejectOnePort(config);
  });
}
