import { readFileSync } from "node:fs";
import { fileURLToPath } from "node:url";
import { type NamedAsset, named } from "./asset.ts";

export type ScriptName = "copy" | "chart" | "countdown" | "dates" | "passkey" | "show-password";

/** What a page may ask for beside its markup; every page is whole without. Read once. */
export const scripts: Readonly<Record<ScriptName, NamedAsset>> = {
  copy: scriptIn("copy", import.meta.resolve("./script/copy.js")),
  dates: scriptIn("dates", import.meta.resolve("./script/dates.js")),
  countdown: scriptIn("countdown", import.meta.resolve("./script/countdown.js")),
  passkey: scriptIn("passkey", import.meta.resolve("./script/passkey.js")),
  "show-password": scriptIn("show-password", import.meta.resolve("./script/show-password.js")),
  // One module, so that the library's name stays inside it.
  chart: scriptIn(
    "chart",
    import.meta.resolve("uplot/dist/uPlot.iife.min.js"),
    import.meta.resolve("./script/chart.js"),
  ),
};

function scriptIn(name: ScriptName, ...urls: readonly string[]): NamedAsset {
  const parts = urls.map((url) => readFileSync(fileURLToPath(url), "utf8"));
  return named(name, { type: "js", body: Buffer.from(parts.join("\n")) });
}
