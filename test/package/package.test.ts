/** What `npm pack` makes, installed into an empty project of somebody else. */
import assert from "node:assert/strict";
import { execFileSync } from "node:child_process";
import { copyFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { test } from "node:test";
import { repository, scratchDirectory, serve } from "../cli/command.ts";

/** What an API's developer has anyway. Fastify comes with the package. */
const alongside = ["express@5", "hono@4", "@types/express@5", "@types/node@24"];

test("the tarball installs, its command serves, and its middleware has types", async () => {
  using directory = scratchDirectory();
  const project = directory.path;
  writeFileSync(join(project, "package.json"), '{"private":true,"type":"module"}');
  const packed = npm(repository, "pack", "--silent", "--pack-destination", project).trim();
  npm(project, "install", "--no-fund", "--no-audit", `./${packed}`, ...alongside);

  copyFileSync(join(repository, "test/package/consumer-types.txt"), join(project, "types.mts"));
  const compiler = join(repository, "node_modules/typescript-7/bin/tsc");
  const flags = "--noEmit --strict --module nodenext --target es2024 --types node".split(" ");
  execFileSync(process.execPath, [compiler, ...flags, "types.mts"], { cwd: project });

  const command = join(project, "node_modules/.bin/countersign");
  await using demo = await serve(["demo", "--json"], { command, cwd: project });
  const response = await fetch(`${demo.baseUrl}/openapi.json`);
  assert.equal(((await response.json()) as { openapi?: string }).openapi?.slice(0, 2), "3.");
});

function npm(cwd: string, ...args: readonly string[]): string {
  return execFileSync("npm", args, { cwd, encoding: "utf8", timeout: 300_000 });
}
