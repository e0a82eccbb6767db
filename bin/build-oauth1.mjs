/**
 * `npm ci --omit=dev` runs this: `@countersign/oauth1` as JavaScript, without its types, because there is no compiler. The
 * examples import it as everyone else does. Otherwise the compiler builds it.
 */
import { mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import module from "node:module";
import process from "node:process";
import { fileURLToPath } from "node:url";

process.chdir(fileURLToPath(new URL("../packages/oauth1", import.meta.url)));
if (module.stripTypeScriptTypes === undefined) {
  console.error(
    `countersign needs Node 24 or later, and this is ${process.version}. Install it, or run npm ci without --omit=dev, which brings it.`,
  );
  process.exit(1);
}
rmSync("dist", { recursive: true, force: true });
mkdirSync("dist");
for (const file of readdirSync("src")) {
  if (!file.endsWith(".ts") || file.endsWith(".test.ts")) continue;
  const script = module.stripTypeScriptTypes(readFileSync(`src/${file}`, "utf8"));
  const imports = script.replace(/(from "\.\/[\w-]+)\.ts"/g, '$1.js"');
  writeFileSync(`dist/${file.replace(/\.ts$/, ".js")}`, imports);
}
