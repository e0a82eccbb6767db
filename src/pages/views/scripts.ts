import { readFileSync } from "node:fs";
import { fileURLToPath } from "node:url";
import { judgeSource } from "../../tools/passwords/judge.ts";
import { type NamedAsset, named } from "./asset.ts";
import { type Html, html, needing, type ScriptName } from "./html.ts";

/** The attribute of an element whose text can be copied. The name of the button says what it copies, and is not it. */
export function copied(name: string): Html {
  return needing("copy", html` data-copy="${name}"`);
}

/** Every page works without scripts. They are read once. */
export const scripts: Readonly<Record<ScriptName, NamedAsset>> = {
  busy: scriptIn("busy", import.meta.resolve("./script/busy.js")),
  copy: scriptIn("copy", import.meta.resolve("./script/copy.js")),
  dates: scriptIn("dates", import.meta.resolve("./script/dates.js")),
  countdown: scriptIn("countdown", import.meta.resolve("./script/countdown.js")),
  passkey: scriptIn("passkey", import.meta.resolve("./script/passkey.js")),
  "password-meter": scriptIn("password-meter", import.meta.resolve("./script/password-meter.js")),
  "show-password": scriptIn("show-password", import.meta.resolve("./script/show-password.js")),
  search: scriptIn("search", import.meta.resolve("./script/search.js")),
  live: scriptIn("live", import.meta.resolve("./script/live.js")),
  preview: scriptIn("preview", import.meta.resolve("./script/preview.js")),
  chart: scriptIn("chart", import.meta.resolve("./script/chart.js")),
};

/**
 * The worker of `password-meter` has the rules of src/tools/passwords and their lists. A quarter
 * megabyte, compressed, is loaded once something is typed.
 */
export const passwordJudge: NamedAsset = named("password-judge", {
  type: "js",
  body: Buffer.from(
    [
      "/*! zxcvbn-ts, MIT license, https://github.com/zxcvbn-ts/zxcvbn */",
      textAt(import.meta.resolve("@zxcvbn-ts/core/dist/zxcvbn-ts.js")),
      textAt(import.meta.resolve("@zxcvbn-ts/language-common/dist/zxcvbn-ts.js")),
      judgeSource,
      textAt(import.meta.resolve("./script/password-judge.js")),
    ]
      .join("\n")
      .replace(/^\/\/# sourceMappingURL=.*$/gm, ""),
  ),
});

function scriptIn(name: ScriptName, ...urls: readonly string[]): NamedAsset {
  return named(name, { type: "js", body: Buffer.from(urls.map(textAt).join("\n")) });
}

function textAt(url: string): string {
  return readFileSync(fileURLToPath(url), "utf8");
}
