/**
 * The commands of the README and of docs/guide/first-request.md, typed as they are, in a checkout that has what `npm ci
 * --omit=dev` installs.
 */
import assert from "node:assert/strict";
import { spawnSync } from "node:child_process";
import { existsSync, readFileSync, writeFileSync } from "node:fs";
import { delimiter, join } from "node:path";
import { test } from "node:test";
import { repository, run, serve } from "../cli/command.ts";
import { freePort } from "../support/free-port.ts";
import { guideBlock } from "../support/guide-block.ts";
import { copyRepository } from "./guide.ts";
import { roomyDirectory } from "./roomy-directory.ts";

const npmFlags = ["--no-fund", "--no-audit", "--prefer-offline"];
/** The machine's Node is the one of this checkout. */
const path = [join(repository, "node_modules/node/bin"), process.env["PATH"]].join(delimiter);

test("npm ci --omit=dev: every command of the README works in a checkout without its tools, on the machine's Node", async () => {
  using scratch = roomyDirectory();
  const checkout = join(scratch.path, "checkout");
  copyRepository(checkout);
  const npm = (...args: string[]) =>
    spawnSync("npm", [...args, ...npmFlags], {
      cwd: checkout,
      encoding: "utf8",
      timeout: 300_000,
      env: { ...process.env, PATH: path },
    });
  const installed = npm("ci", "--omit=dev");
  assert.equal(installed.status, 0, installed.stderr);
  for (const name of ["typescript", "node"]) {
    assert.equal(existsSync(join(checkout, "node_modules", name)), false);
  }
  const [port, internalPort] = [String(await freePort()), String(await freePort())];
  const blocks = [...readFileSync("README.md", "utf8").matchAll(/^```sh\n(.*?)^```$/gms)];
  assert.deepEqual(
    blocks.map(([, text]) => text),
    [
      "git clone URL countersign && cd countersign\nnpm ci && bin/countersign demo\n",
      "npm start\n",
    ],
  );
  const [signedCall, bearer, verify] = ["signed-call", "bearer", "verify"].map((name) =>
    guideBlock("first-request", name).replaceAll("8080", port).replaceAll("8081", internalPort),
  ) as [string, string, string];
  // The examples call the port of the guide unless a URL is given.
  for (const name of ["signed-call.mjs", "three-legged.mjs"]) {
    const file = join(checkout, "examples", name);
    writeFileSync(
      file,
      readFileSync(file, "utf8").replaceAll("127.0.0.1:8080", `127.0.0.1:${port}`),
    );
  }
  const environment = { PATH: path };
  const inCheckout = { cwd: checkout, environment };
  const command = join(checkout, "bin/countersign");
  for (const shown of ["demo", "gallery"]) {
    await using served = await serve([shown], { ...inCheckout, command });
    assert.equal((await fetch(served.baseUrl)).status, 200, shown);
  }
  const settings = { PORT: port, INTERNAL_PORT: internalPort };
  await using served = await serve(["--silent", "start"], {
    ...inCheckout,
    command: "npm",
    settings,
  });
  assert.equal((await fetch(`${served.baseUrl}/sign-in`)).status, 200);
  const shell = async (commands: string) => {
    const ended = await run(["-euc", commands], { ...inCheckout, command: "bash" });
    assert.equal(ended.status, 0, `${commands}\n${ended.stderr}`);
    return ended.stdout;
  };
  const called = await shell(signedCall);
  assert.match(called, /^200 \{[\s\S]*screen_name: 'alice'/m);
  const keys = signedCall.split("\n").filter((line) => /^(key|secret)=/.test(line));
  const [issue = "", use = ""] = bearer.trim().split("\n");
  const { access_token: token } = JSON.parse(await shell([...keys, issue].join("\n")));
  assert.match(await shell(use.replace("TOKEN", token)), /"resources"/);
  assert.match(await shell(verify.replace("TOKEN", token)), /"valid":true/);
  const threeLegged = await run(
    ["-c", "node examples/three-legged.mjs data/app.json $0", served.baseUrl],
    {
      ...inCheckout,
      command: "bash",
      input: "\n",
    },
  );
  assert.match(
    threeLegged.stdout,
    /\/oauth\/authorize\?oauth_token=\w+\n\nThe PIN that the page shows: $/,
  );

  for (const workspace of [[], ["--workspace", "@countersign/client"]]) {
    const packed = npm("pack", "--dry-run", ...workspace);
    assert.equal(packed.status, 1);
    assert.match(packed.stderr, /^npm pack needs the development tools, .*: run npm ci in the/m);
  }
});
