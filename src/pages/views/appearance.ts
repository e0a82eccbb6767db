import { readBrandFiles } from "../../config/brand-files.ts";
import type { Branding } from "../../config/branding.ts";
import type { OfferedLanguages } from "../../domain/language-tags.ts";
import { languages } from "../languages/languages.ts";
import type { Asset } from "./asset.ts";
import { named } from "./asset.ts";
import type { Frame } from "./layout.ts";
import { iconFile } from "./mark.ts";
import { passwordJudge, scripts } from "./scripts.ts";
import { stylesheet } from "./stylesheet.ts";

export type Appearance = {
  readonly frame: Omit<Frame, "texts" | "here">;
  readonly languages: OfferedLanguages;
  /** The key is the URL. */
  readonly assets: ReadonlyMap<string, Asset>;
  /** The brand's logo, or else the mark. */
  readonly icon: Asset;
};

/** Throws `ConfigProblem` if a branding file cannot be used. */
export function appearanceOf(brand: Branding): Appearance {
  const { logo, css, accessTexts, languages: offered } = readBrandFiles(brand);
  const style = stylesheet({ accents: brand.accents, css });
  const picture = logo && named("logo", logo);
  return {
    frame: {
      serviceName: brand.serviceName,
      stylesheet: style.href,
      languages: offered.map((tag) => languages[tag].language),
      logo: picture?.href,
      accents: brand.accents,
      supportHref: brand.supportUrl,
      termsHref: brand.termsUrl,
      privacyHref: brand.privacyUrl,
      accessTexts,
    },
    languages: offered,
    icon: picture ?? iconFile(brand.accents),
    assets: new Map(
      [style, ...Object.values(scripts), passwordJudge, ...(picture ? [picture] : [])].map(
        (asset) => [asset.href, asset],
      ),
    ),
  };
}
