import { execFileSync } from "node:child_process";
import { globSync, mkdirSync, readdirSync, symlinkSync } from "node:fs";
import { join } from "node:path";
import { fileURLToPath, pathToFileURL } from "node:url";

/**
 * The package of this checkout as npm installs it into `project`, but with the checkout's dependencies. Returns its
 * folder.
 */
export function installPackage(project: string): URL {
  const checkout = fileURLToPath(new URL("../..", import.meta.url));
  const packages = join(project, "node_modules");
  mkdirSync(packages, { recursive: true });
  for (const name of readdirSync(join(checkout, "node_modules"))) {
    // Its compile cache is its own.
    if (name.startsWith(".")) continue;
    symlinkSync(join(checkout, "node_modules", name), join(packages, name));
  }
  const stdio: ["ignore", "ignore", "inherit"] = ["ignore", "ignore", "inherit"];
  execFileSync("npm", ["pack", "--silent", "--pack-destination", project], {
    cwd: checkout,
    stdio,
  });
  const [archive = ""] = globSync("countersign-*.tgz", { cwd: project });
  execFileSync("tar", ["-xzf", join(project, archive), "-C", packages], { stdio });
  return pathToFileURL(join(packages, "package/"));
}
