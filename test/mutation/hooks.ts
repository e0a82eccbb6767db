/**
 * Loaded first into a worker, and into the workers that it starts: it replaces `node:test` by our
 * harness, and one source file by the mutant in `COUNTERSIGN_MUTANT`.
 */
import { readFileSync } from "node:fs";
import { enableCompileCache, registerHooks } from "node:module";
import { fileURLToPath } from "node:url";

const harness = import.meta.resolve("./harness.ts");
const described = process.env["MUTANT"];
const mutant =
  described === undefined
    ? undefined
    : (JSON.parse(readFileSync(described, "utf8")) as { url: string; source: string });

enableCompileCache(fileURLToPath(new URL("../../.cache/mutation/compiled", import.meta.url)));
registerHooks({
  resolve(specifier, context, next) {
    if (specifier === "node:test") return { url: harness, shortCircuit: true };
    return next(specifier, context);
  },
  load(url, context, next) {
    if (mutant === undefined || url !== mutant.url) return next(url, context);
    return { format: "module-typescript", source: mutant.source, shortCircuit: true };
  },
});
