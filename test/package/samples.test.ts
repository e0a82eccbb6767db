/** The samples in the packages' READMEs compile in another project, in each way that TypeScript finds a package. */
import assert from "node:assert/strict";
import { execFileSync, spawnSync } from "node:child_process";
import { mkdirSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { after, before, test } from "node:test";
import { pathToFileURL } from "node:url";
import { repository } from "../cli/command.ts";
import { pack, packages } from "./packages.ts";
import { roomyDirectory } from "./roomy-directory.ts";

const names = ["@countersign/oauth1", "@countersign/client"];
const frameworks = ["express@5", "@types/express@5", "fastify@5", "hono@4", "@types/node@24"];
const directory = roomyDirectory();
after(() => directory[Symbol.dispose]());
const samples = names.flatMap((name) => samplesIn(name));

before(
  () => {
    const tarballs = names.map((name) => pack(name, repository, directory.path));
    writeFileSync(join(directory.path, "package.json"), '{ "private": true, "type": "module" }');
    const flags = ["--ignore-scripts", "--no-fund", "--no-audit", "--prefer-offline"];
    const args = ["install", ...flags, ...tarballs, ...frameworks];
    execFileSync("npm", args, { cwd: directory.path, stdio: "pipe", timeout: 300_000 });
    mkdirSync(join(directory.path, "samples"));
    for (const [name, text] of samples) writeFileSync(join(directory.path, name), text);
  },
  { timeout: 400_000 },
);

for (const [resolution, module, compiler] of [
  ["node16", "node16", "typescript-7"],
  ["nodenext", "nodenext", "typescript-7"],
  ["bundler", "esnext", "typescript-7"],
  // The last TypeScript that has it is 6.
  ["node10", "esnext", "typescript"],
] as const) {
  test(`every sample compiles with moduleResolution ${resolution}`, () => {
    const options = {
      ...{ noEmit: true, strict: true, exactOptionalPropertyTypes: true, target: "es2023" },
      ...{ module, moduleResolution: resolution, types: ["node"] },
      ...(resolution === "node10" && { ignoreDeprecations: "6.0", esModuleInterop: true }),
    };
    const config = JSON.stringify({ compilerOptions: options, include: ["samples"] });
    writeFileSync(join(directory.path, "tsconfig.json"), config);
    const tsc = join(repository, "node_modules", compiler, "bin/tsc");
    const { status, stdout } = spawnSync(process.execPath, [tsc, "-p", "."], {
      cwd: directory.path,
      encoding: "utf8",
    });
    assert.equal(status, 0, stdout);
  });
}

for (const { name, api } of packages.filter((one) => names.includes(one.name))) {
  test(`${name}: the README names each function and class that one imports, and each option`, async () => {
    const text = readFileSync(readmeOf(name), "utf8");
    const { exports } = JSON.parse(
      readFileSync(join(directory.path, "node_modules", name, "package.json"), "utf8"),
    );
    for (const [entry, file] of Object.entries(api)) {
      const path = join(directory.path, "node_modules", name, exports[entry].default);
      const members = Object.keys(await import(pathToFileURL(path).href));
      const types = readFileSync(join(repository, "test/package/api", file), "utf8");
      const options = [...types.matchAll(/^interface \w*Options\b.*?^}/gms)].flatMap(([one]) =>
        [...one.matchAll(/^ {4}readonly (\w+)\??:/gm)].map(([, option = ""]) => option),
      );
      const missing = [...members, ...options].filter((one) => !text.includes(`\`${one}\``));
      assert.deepEqual(missing, [], entry);
    }
  });
}

/** Each block has a name, which is its file's. */
function samplesIn(name: string): (readonly [string, string])[] {
  const text = readFileSync(readmeOf(name), "utf8");
  assert.equal(/^```ts$/m.test(text), false, "each sample has a name");
  const folder = name.slice(name.indexOf("/") + 1);
  return [...text.matchAll(/^```ts ([\w-]+)\n(.*?)^```$/gms)].map(
    ([, title = "", code = ""]) => [`samples/${folder}-${title}.ts`, code] as const,
  );
}

function readmeOf(name: string): string {
  return join(repository, "packages", name.slice(name.indexOf("/") + 1), "README.md");
}
