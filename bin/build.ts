/**
 * `npm pack` runs this: the program as JavaScript with its declarations, in dist/. Node runs the TypeScript
 * of a checkout as it stands, but strips no types under node_modules.
 */
import { spawnSync } from "node:child_process";
import { cpSync, globSync, rmSync, statSync } from "node:fs";
import { join } from "node:path";
import { fileURLToPath } from "node:url";

process.chdir(fileURLToPath(new URL("..", import.meta.url)));
rmSync("dist", { recursive: true, force: true });
const compiler = "node_modules/typescript-7/bin/tsc";
const { status } = spawnSync(process.execPath, [compiler, "-p", "tsconfig.build.json"], {
  // Standard output is npm's: `npm pack --json` prints one document there.
  stdio: ["ignore", 2, 2],
});
if (status !== 0) process.exit(1);
for (const file of globSync("src/**/*", { exclude: ["src/**/*.ts"] })) {
  if (statSync(file).isFile()) cpSync(file, join("dist", file.slice("src/".length)));
}
