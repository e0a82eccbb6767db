/** Loaded into a node before anything else: one file of the source reads as `CLUSTER_BREAK` says. */
import { readFileSync } from "node:fs";
import { registerHooks } from "node:module";
import { fileURLToPath } from "node:url";

const { file, from, to } = JSON.parse(process.env["CLUSTER_BREAK"] ?? "{}") as {
  file: string;
  from: string;
  to: string;
};
const changed = new URL(`../../src/${file}`, import.meta.url).href;

registerHooks({
  load(url, context, next) {
    if (url !== changed) return next(url, context);
    const source = readFileSync(fileURLToPath(url), "utf8");
    if (!source.includes(from)) throw new Error(`${file} does not have: ${from}`);
    return {
      format: "module-typescript",
      source: source.replace(from, () => to),
      shortCircuit: true,
    };
  },
});
