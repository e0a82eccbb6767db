import { readFileSync } from "node:fs";
import { fileURLToPath } from "node:url";
import type { Asset } from "../surroundings.ts";
import { type Named, named } from "./asset.ts";

export type ScriptName = "copy";

/** What a page may ask for beside its markup; every page is whole without. Read once. */
export const scripts: Readonly<Record<ScriptName, Named<Asset>>> = {
  copy: scriptIn("copy", import.meta.resolve("./script/copy.js")),
};

function scriptIn(name: ScriptName, url: string): Named<Asset> {
  return named(name, { type: "js", body: readFileSync(fileURLToPath(url)) });
}
