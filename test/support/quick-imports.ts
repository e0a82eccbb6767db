/**
 * Preloaded by bin/run-tests.ts: a relative import is found without asking the file system where it leads. Each test file
 * is a process that loads a thousand modules, and each thread that writes loads three hundred; a third of that
 * time went into links and package.json files, which say the same of every file in a folder.
 */
import { type ResolveFnOutput, registerHooks } from "node:module";

/** By folder and extension: what Node says of the first file there. */
const known = new Map<string, ResolveFnOutput["format"]>();

registerHooks({
  resolve(specifier, context, next) {
    const { parentURL } = context;
    const [extension] = /^\.\.?\/.*(\.[jt]s)$/.exec(specifier)?.slice(1) ?? [];
    if (extension === undefined || !parentURL?.startsWith("file:")) return next(specifier, context);
    const url = new URL(specifier, parentURL).href;
    const place = url.slice(0, url.lastIndexOf("/")) + extension;
    if (known.has(place)) return { url, format: known.get(place), shortCircuit: true };
    const found = next(specifier, context);
    known.set(place, found.format);
    return found;
  },
});
