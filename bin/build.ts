/**
 * `npm pack` runs this: the program as JavaScript, in dist/, with the types of `countersign/testing`. Node runs the
 * TypeScript of a checkout as it stands, but strips no types under node_modules. In the package the program is few
 * files, because most of a start went into finding and loading a thousand small ones
 * (docs/adr/0023-the-package-is-javascript.md). It contains `@countersign/oauth1`, so it can be installed alone.
 * `--program=FOLDER` builds the program there, without the types, and `--also=FILE` another file with it.
 */
import { cpSync, globSync, readFileSync, rmSync, statSync } from "node:fs";
import { dirname, join, relative } from "node:path";
import { fileURLToPath } from "node:url";
import { parseArgs } from "node:util";
import { type BuildOptions, build, type Plugin } from "esbuild";
import { rollup } from "rollup";
import { dts } from "rollup-plugin-dts";

process.chdir(fileURLToPath(new URL("..", import.meta.url)));
const { values } = parseArgs({
  options: { program: { type: "string" }, also: { type: "string", multiple: true } },
});
const dist = values.program ?? "dist";
rmSync(dist, { recursive: true, force: true });
if (values.program === undefined) await writeTypesOfTesting();
for (const file of globSync("src/**/*", { exclude: ["src/**/*.ts"] })) {
  if (statSync(file).isFile()) cpSync(file, join(dist, file.slice("src/".length)));
}

/**
 * The names of functions in `judge` are kept, because browsers call them. The others are started or imported by path.
 */
const entries = [
  "src/program/cli/main.ts",
  "src/program/cli/watch-thread.ts",
  "src/program/test-server/testing.ts",
  "src/storage/sqlite/writer-thread.ts",
  "src/storage/sqlite/backup-process.ts",
  "src/tools/passwords/bcrypt-thread.ts",
  "src/tools/icons/draw-process.ts",
  "src/tools/passwords/judge.ts",
];

/** Everything lies in one folder, so a file beside a module is found from there. */
const filesBesideModules: Plugin = {
  name: "files beside modules",
  setup({ onLoad }) {
    onLoad({ filter: /\/src\/.*\.ts$/ }, ({ path }) => {
      const folder = relative("src", dirname(path));
      const contents = readFileSync(path, "utf8").replace(
        /(import\.meta\.resolve\(["`])\.\//g,
        `$1../${folder}/`,
      );
      return { contents, loader: "ts" };
    });
  },
};

/** Other packages stay packages, which npm resolves, audits and replaces; Kysely is one file instead of 255. */
const packages: Plugin = {
  name: "packages",
  setup({ onResolve }) {
    onResolve({ filter: /^[^./#]/ }, ({ path, kind }) => {
      if (kind === "entry-point") return undefined;
      return { path: path === "kysely" ? "./kysely.js" : path, external: true };
    });
  },
};

const common: BuildOptions = {
  outdir: join(dist, "program"),
  bundle: true,
  // A checkout whose packages are elsewhere makes the same files.
  preserveSymlinks: true,
  format: "esm",
  platform: "node",
  target: "node24",
  logLevel: "warning",
};
await build({
  ...common,
  entryPoints: [...entries, ...(values.also ?? [])],
  entryNames: "[name]",
  chunkNames: "[name]-[hash]",
  splitting: true,
  plugins: [packages, filesBesideModules],
});
const { version, license } = JSON.parse(readFileSync("node_modules/kysely/package.json", "utf8"));
await build({
  ...common,
  entryPoints: ["kysely"],
  banner: {
    js: `/*!
kysely ${version} (${license}), all of it in one file, otherwise as it is published: https://github.com/kysely-org/kysely

${readFileSync("node_modules/kysely/LICENSE", "utf8").trim()}
*/`,
  },
});

/** The types of `countersign/testing` are in one file, which names nothing that the package does not have. */
async function writeTypesOfTesting(): Promise<void> {
  // Other modules are left out with the types that nothing public needs.
  const external = [/^node:/, "#oauth1"];
  const bundle = await rollup({
    input: "src/program/test-server/testing.ts",
    plugins: [dts()],
    external,
  });
  await bundle.write({ file: join(dist, "testing.d.ts") });
  await bundle.close();
}
