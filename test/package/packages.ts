/**
 * The four packages, packed and installed alone, with what each may weigh. `npm run packages` prints the figures, and
 * with `-- --write-api` it writes the APIs in test/package/api/ again.
 */
import { execFileSync } from "node:child_process";
import { globSync, mkdirSync, readFileSync, statSync, writeFileSync } from "node:fs";
import { delimiter, dirname, join } from "node:path";
import { type Plugin, rollup } from "rollup";
import { dts } from "rollup-plugin-dts";
import { repository } from "../cli/command.ts";
import { roomyDirectory } from "./roomy-directory.ts";

export interface Package {
  readonly name: string;
  /** The most that it may take in an empty project, in bytes, with everything that npm installs for it. */
  readonly maxBytes: number;
  readonly maxPackages: number;
  /** What one imports from it, each with the file in test/package/api/ that has its types. */
  readonly api: Readonly<Record<string, string>>;
}

export const packages: readonly Package[] = [
  {
    name: "@countersign/oauth1",
    maxBytes: 150_000,
    maxPackages: 1,
    api: { ".": "oauth1.d.ts" },
  },
  {
    name: "@countersign/client",
    // More than half is the types of the admin API, and the README has a sample for each kind of server.
    maxBytes: 200_000,
    maxPackages: 1,
    api: {
      ".": "client.d.ts",
      "./admin": "client-admin.d.ts",
      "./express": "client-express.d.ts",
      "./fastify": "client-fastify.d.ts",
      "./hono": "client-hono.d.ts",
    },
  },
  { name: "@countersign/conformance", maxBytes: 12_000_000, maxPackages: 2, api: {} },
  {
    name: "countersign",
    maxBytes: 110_000_000,
    maxPackages: 125,
    api: { "./testing": "testing.d.ts" },
  },
];

/** The environment in which `node` is the machine's own, which may be 20: `npm test` has the checkout's first. */
export const machine = { ...process.env, PATH: withoutOwnNode(process.env["PATH"] ?? "") };

function withoutOwnNode(path: string): string {
  return path
    .split(delimiter)
    .filter((folder) => !folder.startsWith(repository))
    .join(delimiter);
}

/** The tarball of a package of a checkout. `npm`'s own output goes to standard error. */
export function pack(name: string, checkout: string, to: string): string {
  const workspace = name === "countersign" ? [] : ["--workspace", name];
  execFileSync("npm", ["pack", "--silent", ...workspace, "--pack-destination", to], {
    cwd: checkout,
    stdio: ["ignore", "ignore", "inherit"],
    timeout: 300_000,
  });
  return join(to, `${name.replace("@", "").replace("/", "-")}-${version()}.tgz`);
}

function version(): string {
  return JSON.parse(readFileSync(join(repository, "package.json"), "utf8")).version;
}

export interface Installed {
  readonly packages: number;
  readonly bytes: number;
  /** Packages whose scripts npm would run. */
  readonly scripts: readonly string[];
}

/** Installs a tarball in an empty project. Its scripts are listed, not run. */
export function installAlone(tarball: string, project: string): Installed {
  writeFileSync(join(project, "package.json"), '{ "private": true }');
  const flags = ["--ignore-scripts", "--no-fund", "--no-audit", "--prefer-offline"];
  execFileSync("npm", ["install", ...flags, tarball], {
    cwd: project,
    stdio: "pipe",
    timeout: 300_000,
  });
  const lock = JSON.parse(readFileSync(join(project, "package-lock.json"), "utf8"));
  const entries = Object.entries<{ optional?: true; hasInstallScript?: true }>(lock.packages)
    .filter(([path]) => path !== "")
    // Binaries for other platforms are in the lockfile only.
    .filter(([path]) => statSync(join(project, path), { throwIfNoEntry: false }) !== undefined);
  const files = globSync("node_modules/**/*", { cwd: project, withFileTypes: true });
  return {
    packages: entries.length,
    bytes: files
      .filter((file) => file.isFile())
      .reduce((sum, file) => sum + statSync(join(file.parentPath, file.name)).size, 0),
    scripts: entries.filter(([, one]) => one.hasInstallScript).map(([path]) => path),
  };
}

/**
 * The types of everything that one imports by this name, as one text. The operations of the admin API are left out:
 * they are generated from its OpenAPI document, where a reviewer sees a change.
 */
export async function apiOf(name: string, entry: string, project: string): Promise<string> {
  const root = join(project, "node_modules", name);
  const { exports } = JSON.parse(readFileSync(join(root, "package.json"), "utf8"));
  const bundle = await rollup({
    input: join(root, exports[entry].types),
    plugins: [declarations, dts()],
    external: /^(?!\.|\/)|\/admin-operations\b/,
  });
  const { output } = await bundle.generate({});
  await bundle.close();
  // What the table of errors says is not part of the API; the names of the errors are.
  return output[0].code
    .replace(/^ +readonly \w+: ("[^"]*"|\d+);\n/gm, "")
    .replaceAll("'./admin-operations.ts'", "'../../../packages/client/src/admin-operations.ts'");
}

/** Declarations name the sources that they were made from. */
const declarations: Plugin = {
  name: "declarations",
  resolveId: (path, importer) =>
    importer !== undefined && path.startsWith(".")
      ? join(dirname(importer), path.replace(/\.ts$/, ".d.ts"))
      : null,
};

if (import.meta.main) {
  const writes = process.argv.includes("--write-api");
  console.log("package                   tarball KB  installed KB  packages  install scripts");
  for (const { name, api } of packages) {
    using directory = roomyDirectory();
    const tarball = pack(name, repository, directory.path);
    const project = join(directory.path, "project");
    mkdirSync(project);
    const installed = installAlone(tarball, project);
    const kilobytes = (bytes: number) => String(Math.ceil(bytes / 1000));
    console.log(
      name.padEnd(26) +
        kilobytes(statSync(tarball).size).padStart(10) +
        kilobytes(installed.bytes).padStart(14) +
        String(installed.packages).padStart(10) +
        String(installed.scripts.length).padStart(17),
    );
    for (const [entry, file] of Object.entries(writes ? api : {})) {
      const path = join(repository, "test/package/api", file);
      writeFileSync(path, await apiOf(name, entry, project));
    }
  }
}
