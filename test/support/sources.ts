import { globSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { fileURLToPath } from "node:url";

const root = fileURLToPath(new URL("../..", import.meta.url));

/** Every source file of the service and the packages without tests, by its path. */
export function sources(): readonly (readonly [path: string, text: string])[] {
  return globSync(["packages/*/src/**/*.ts", "src/**/*.ts"], { cwd: root })
    .filter((path) => !/\.test\.ts$|\/contract\//.test(path))
    .map((path) => [path, readFileSync(join(root, path), "utf8")] as const);
}
