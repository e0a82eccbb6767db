/** Each package, packed and installed alone: how much it is, how it is imported, and what its API is. */
import assert from "node:assert/strict";
import { execFileSync, spawnSync } from "node:child_process";
import { copyFileSync, globSync, mkdirSync, readFileSync, statSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { after, test } from "node:test";
import { repository } from "../cli/command.ts";
import { copyCheckout } from "./guide.ts";
import { apiOf, installAlone, machine, pack, packages } from "./packages.ts";
import { roomyDirectory } from "./roomy-directory.ts";

const directory = roomyDirectory();
after(() => directory[Symbol.dispose]());
const tool = (name: string) => join(repository, "node_modules/.bin", name);

for (const { name, maxBytes, maxPackages, api } of packages) {
  test(`${name}: two tarballs of one commit are equal, and it stays within its bounds`, async (t) => {
    const place = join(directory.path, name.replace("/", "-"));
    const [first, project, second] = ["first", "project", "second"].map((one) => join(place, one));
    if (first === undefined || project === undefined || second === undefined) return;
    for (const one of [place, first, project, second]) mkdirSync(one, { recursive: true });
    const tarball = pack(name, repository, first);
    const checkout = join(place, "checkout");
    copyCheckout(checkout);
    // What an earlier pack left is not part of the next one.
    for (const folder of ["", "packages/oauth1", "packages/client", "packages/conformance"]) {
      mkdirSync(join(checkout, folder, "dist"), { recursive: true });
      writeFileSync(join(checkout, folder, "dist/left.d.ts"), "");
    }
    assert.ok(readFileSync(tarball).equals(readFileSync(pack(name, checkout, second))));

    const installed = installAlone(tarball, project);
    const kilobytes = (bytes: number) => `${Math.ceil(bytes / 1000)} KB`;
    t.diagnostic(
      `${name}: tarball ${kilobytes(statSync(tarball).size)}, installed ${kilobytes(installed.bytes)}, packages ${installed.packages}, install scripts ${installed.scripts.length}`,
    );
    assert.ok(installed.bytes <= maxBytes, `${installed.bytes} bytes`);
    assert.ok(installed.packages <= maxPackages, `${installed.packages} packages`);
    const guide = readFileSync(join(repository, "docs/guide/installing.md"), "utf8");
    const row =
      guide.split("\n").find((line) => new RegExp(`^\\| \\[?\`${name}\``).test(line)) ?? "";
    const [, size, unit, count] = /\| (\d+) ([KM])B \| (\d+) \|/.exec(row) ?? [];
    const told = Number(size) * (unit === "K" ? 1_000 : 1_000_000);
    assert.ok(Math.abs(installed.bytes / told - 1) < 0.1, `${row}: ${installed.bytes} bytes`);
    assert.equal(Number(count), installed.packages, row);
    assert.deepEqual(installed.scripts, []);
    assert.ok(statSync(join(project, "node_modules", name, "README.md")).size > 500);

    for (const [command, ...args] of [
      ["publint", tarball, "--strict"],
      ["attw", tarball, "--profile", "esm-only"],
    ] as const) {
      const { status, stdout, stderr } = spawnSync(tool(command), args, { encoding: "utf8" });
      assert.equal(status, 0, `${command}: ${stdout}${stderr}`);
    }
    for (const [entry, file] of Object.entries(api)) {
      const golden = readFileSync(join(repository, "test/package/api", file), "utf8");
      const advice = `the API of ${name} differs from ${file}: npm run packages -- --write-api writes it, and git diff shows the change`;
      assert.ok((await apiOf(name, entry, project)) === golden, advice);
    }
  });
}

/** What the README of `@countersign/oauth1` promises to run on. */
const runtimes = {
  node: ["node", []],
  bun: ["bun", []],
  deno: ["deno", ["run", "--allow-read", "--allow-env"]],
} as const;
for (const [runtime, [command, args]] of Object.entries(runtimes)) {
  const result = spawnSync(command, ["--version"], { env: machine, encoding: "utf8" });
  const skip = result.error === undefined ? false : `${runtime} is not installed`;
  test(`@countersign/oauth1 signs and verifies the vectors on ${runtime}`, { skip }, () => {
    const project = join(directory.path, `on-${runtime}`);
    mkdirSync(project);
    installAlone(pack("@countersign/oauth1", repository, project), project);
    const script = join(project, "vectors.mjs");
    writeFileSync(script, readFileSync(join(repository, "test/package/vectors.mjs")));
    const vectors = join(repository, "packages/oauth1/src/vectors");
    const options = { cwd: project, env: machine, encoding: "utf8" } as const;
    const printed = execFileSync(command, [...args, script, vectors], options);
    assert.match(printed, /^[1-9]\d+ vectors\n$/, result.stdout);
  });
}

test("npm ci in a checkout prints no warning, on the machine's own Node", () => {
  const clone = join(directory.path, "clone");
  for (const file of globSync(
    ["package.json", "package-lock.json", ".npmrc", "packages/*/package.json"],
    { cwd: repository },
  )) {
    mkdirSync(join(clone, dirname(file)), { recursive: true });
    copyFileSync(join(repository, file), join(clone, file));
  }
  // An npm that runs this test has its own settings in the environment.
  const env = Object.fromEntries(Object.entries(machine).filter(([name]) => !/^npm_/i.test(name)));
  const args = ["ci", "--dry-run", "--offline"];
  const { status, stdout, stderr } = spawnSync("npm", args, { cwd: clone, env, encoding: "utf8" });
  assert.match(stdout, /^added \d+ packages/m);
  assert.deepEqual([status, stderr], [0, ""]);
});
