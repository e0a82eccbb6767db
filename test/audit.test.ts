/** `npm run vulnerabilities`, with a registry that the test starts. */
import assert from "node:assert/strict";
import { spawn } from "node:child_process";
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { test } from "node:test";

const advisory = {
  id: 1,
  url: "https://github.com/advisories/GHSA-aaaa-bbbb-cccc",
  title: "Something is wrong with it",
  severity: "high",
  vulnerable_versions: ">=0",
  cwe: [],
  cvss: { score: 0, vectorString: null },
};

/** A package on which no other one depends; npm asks for its versions. */
const { version } = JSON.parse(readFileSync("node_modules/kysely/package.json", "utf8"));
const packument = {
  name: "kysely",
  "dist-tags": {},
  versions: { [version]: { name: "kysely", version } },
};

/** `accepted`: lines of docs/dependencies.md. `status`: the status of the registry's answer. */
async function audited(known: object, accepted = "", status = 200) {
  const directory = mkdtempSync(join(tmpdir(), "countersign-audit-"));
  const document = join(directory, "dependencies.md");
  writeFileSync(document, accepted);
  const registry = createServer((request, response) => {
    request.resume().on("end", () => {
      response.writeHead(status, { "content-type": "application/json" });
      response.end(JSON.stringify(request.url?.endsWith("/bulk") ? known : packument));
    });
  });
  await new Promise<void>((resolve) => registry.listen(0, "127.0.0.1", resolve));
  const { port } = registry.address() as AddressInfo;
  try {
    const args = ["--disable-warning=ExperimentalWarning", "bin/audit.ts", document];
    const child = spawn(process.execPath, args, {
      env: {
        ...process.env,
        npm_config_registry: `http://127.0.0.1:${port}/`,
        npm_config_fetch_retries: "0",
        npm_config_cache: join(directory, "cache"),
      },
    });
    let printed = "";
    child.stdout.on("data", (data) => {
      printed += String(data);
    });
    const code = await new Promise((resolve) => child.once("close", resolve));
    return { code, printed };
  } finally {
    registry.closeAllConnections();
    registry.close();
    rmSync(directory, { recursive: true, force: true });
  }
}

test("0 — nothing is known", async () => {
  assert.deepEqual(await audited({}), { code: 0, printed: "0 known, 0 accepted\n" });
});

test("1 — a vulnerability by its id; 0 — once it is accepted with a reason", async () => {
  const { code, printed } = await audited({ kysely: [advisory] });
  assert.equal(code, 1);
  assert.match(printed, /^GHSA-aaaa-bbbb-cccc: high, kysely .*: Something is wrong with it\n/);
  const accepted = await audited(
    { kysely: [advisory] },
    "- GHSA-aaaa-bbbb-cccc (kysely): never called\n",
  );
  assert.deepEqual(accepted, { code: 0, printed: "1 known, 1 accepted\n" });
  const unreasoned = await audited({ kysely: [advisory] }, "- GHSA-aaaa-bbbb-cccc (kysely): \n");
  assert.equal(unreasoned.code, 1);
});

test("1 — a reason that outlived its cause", async () => {
  const { code, printed } = await audited({}, "- GHSA-aaaa-bbbb-cccc (kysely): never called\n");
  assert.equal(code, 1);
  assert.match(printed, /^GHSA-aaaa-bbbb-cccc: accepted .* no longer known/);
});

test("0 — a registry that does not answer audits: it is said that nothing was looked at", async () => {
  const { code, printed } = await audited(
    {},
    "- GHSA-aaaa-bbbb-cccc (kysely): never called\n",
    405,
  );
  assert.equal(code, 0);
  assert.match(printed, /^The registry doesn't support audits, so nothing was checked: .*405/);
});
