/** Whether every language of the settings is offered. */
import { readBrandFiles } from "../../config/brand-files.ts";
import type { Config } from "../../config/config.ts";
import { type Finding, failure, reasonOf, warning } from "./finding.ts";

export function checkLanguages(config: Config): readonly Finding[] {
  try {
    const { languages } = readBrandFiles(config);
    const missing = config.languages.filter((tag) => !languages.includes(tag));
    if (missing.length === 0) return [];
    const which = `${missing.join(", ")} ${missing.length === 1 ? "is" : "are"} not offered`;
    return [
      warning(
        "configuration",
        `${which}: COUNTERSIGN_ACCESS_TEXTS has no texts in ${missing.length === 1 ? "this language" : "these languages"}`,
        "Add them to its file, or name only the other languages in COUNTERSIGN_LANGUAGES",
      ),
    ];
  } catch (error) {
    return [
      failure("configuration", reasonOf(error), "Correct it: the service won't start until then"),
    ];
  }
}
