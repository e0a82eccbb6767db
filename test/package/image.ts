/**
 * The image of ops/Containerfile without a daemon: its instructions are carried out in a root directory whose `/usr` is
 * this machine's, read-only.
 */
import assert from "node:assert/strict";
import { execFileSync, spawnSync } from "node:child_process";
import { copyFileSync, cpSync, mkdirSync, readFileSync, symlinkSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { type Image, namespaces, paths, system } from "./container.ts";
import { copyCheckout } from "./guide.ts";
import { machine, pack } from "./packages.ts";

export function buildImage(directory: string): Image {
  const [build = [], final = []] = stagesIn(readFileSync("ops/Containerfile", "utf8"));
  layBase(directory);
  const base: Image = {
    ...{ directory, environment: {}, user: "0:0", volume: "" },
    ...{ entrypoint: [], command: [], healthCheck: [] },
  };
  for (const instruction of build) carryOutInBuild(base, instruction);
  return final.reduce(carryOut, base);
}

type Instruction = readonly [name: string, value: string];

/** What follows each FROM. */
function stagesIn(text: string): readonly (readonly Instruction[])[] {
  const [, ...stages] = text
    .replaceAll(/^#.*\n/gm, "")
    .replaceAll("\\\n", " ")
    .split(/^FROM .*\n/m);
  return stages.map((stage) =>
    [...stage.matchAll(/^([A-Z]+) (.*)$/gm)].map(([, name = "", value = ""]) => [name, value]),
  );
}

/** What `npm ci` installs is here already: the package is made in a copy of this checkout. */
function carryOutInBuild(base: Image, [name, value]: Instruction): void {
  if (name !== "RUN") return;
  if (!/^mkdir \/packed && npm ci .* && npm pack .* \/packed$/.test(value)) {
    runAsRoot(base, value);
    return;
  }
  const checkout = join(base.directory, "checkout");
  copyCheckout(checkout);
  const packed = join(base.directory, "root/packed");
  mkdirSync(packed);
  pack("countersign", checkout, packed);
}

/** The base of the image: Debian, Node and npm. */
function layBase(directory: string): void {
  const [root, local] = [join(directory, "root"), join(directory, "local")];
  for (const folder of [
    "dev",
    "etc",
    "npm-cache",
    "proc",
    "root",
    "run/secrets",
    "tmp",
    "usr",
    "var/lib",
  ]) {
    mkdirSync(join(root, folder), { recursive: true, mode: 0o755 });
  }
  for (const folder of ["bin", "sbin", "lib", "lib64"]) {
    symlinkSync(join("usr", folder), join(root, folder));
  }
  writeFileSync(join(root, "etc/passwd"), "root:x:0:0:root:/root:/bin/sh\n");
  for (const file of ["hosts", "nsswitch.conf", "resolv.conf", "ssl"]) {
    const options = { recursive: true, dereference: true };
    if (spawnSync("test", ["-e", `/etc/${file}`]).status === 0)
      cpSync(`/etc/${file}`, join(root, "etc", file), options);
  }
  mkdirSync(join(local, "bin"), { recursive: true });
  copyFileSync("node_modules/node/bin/node", join(local, "bin/node"));
  const ownNpm = execFileSync("npm", ["root", "--global"], {
    encoding: "utf8",
    env: machine,
  }).trim();
  cpSync(join(ownNpm, "npm"), join(local, "lib/node_modules/npm"), { recursive: true });
  symlinkSync("../lib/node_modules/npm/bin/npm-cli.js", join(local, "bin/npm"));
}

function carryOut(image: Image, [name, value]: Instruction): Image {
  switch (name) {
    case "EXPOSE":
      return image;
    case "COPY":
      assert.equal(value, "--from=build /installed/ /usr/local/");
      runAsRoot(image, "cp -a /installed/. /usr/local/ && rm -rf /installed /packed");
      return image;
    case "RUN":
      runAsRoot(image, value);
      return image;
    case "ENV": {
      const pairs = value
        .trim()
        .split(/\s+/)
        .map((pair) => pair.split("=", 2));
      return { ...image, environment: { ...image.environment, ...Object.fromEntries(pairs) } };
    }
    case "USER":
      return { ...image, user: value };
    case "VOLUME":
      return { ...image, volume: value };
    case "ENTRYPOINT":
      return { ...image, entrypoint: JSON.parse(value) };
    case "CMD":
      return { ...image, command: JSON.parse(value) };
    case "HEALTHCHECK":
      return { ...image, healthCheck: JSON.parse(value.replace(/^.*? CMD /, "")) };
    default:
      return assert.fail(`${name} is not an instruction that this knows`);
  }
}

function runAsRoot({ directory, environment }: Image, command: string): void {
  const script = `${system}mount --bind "$1" "$root/npm-cache"; exec chroot "$root" sh -euc "$2"`;
  const env = {
    ...machine,
    ...{ HOME: "/root", PATH: paths, npm_config_cache: "/npm-cache" },
    ...{ npm_config_prefer_offline: "true", npm_config_registry: npmSetting("registry") },
    ...environment,
  };
  const args = ["sh", "-c", script, "sh", directory, npmSetting("cache"), command];
  const { status, stderr } = spawnSync("unshare", [...namespaces, ...args], {
    encoding: "utf8",
    env,
  });
  assert.equal(status, 0, `${command}\n${stderr}`);
}

function npmSetting(name: string): string {
  return execFileSync("npm", ["config", "get", name], { encoding: "utf8", env: machine }).trim();
}
