import { readBrandFiles } from "../../config/brand-files.ts";
import type { Branding } from "../../config/branding.ts";
import type { OfferedLanguages } from "../../domain/language-tags.ts";
import { languages } from "../languages/languages.ts";
import type { Asset } from "./asset.ts";
import { named } from "./asset.ts";
import type { Frame } from "./layout.ts";
import { iconFile } from "./mark.ts";
import { passwordJudge, scripts } from "./scripts.ts";
import { docsStylesheet, stylesheet } from "./stylesheet.ts";

export type Appearance = {
  readonly frame: Omit<Frame, "texts" | "here">;
  readonly languages: OfferedLanguages;
  /** The key is the URL. */
  readonly assets: ReadonlyMap<string, Asset>;
  /** The brand's logo, or else the mark. */
  readonly icon: Asset;
  /** Emails have it too. */
  readonly logo: { readonly light: Buffer; readonly dark: Buffer | undefined } | undefined;
};

/** Throws `ConfigProblem` if a branding file cannot be used. */
export function appearanceOf(brand: Branding): Appearance {
  const { logo, logoDark, css, accessTexts, languages: offered } = readBrandFiles(brand);
  const style = stylesheet({ accents: brand.accents, css });
  const picture = logo && named("logo", logo);
  const onDark = logoDark && named("logo-dark", logoDark);
  const logos = [picture, onDark].filter((one) => one !== undefined);
  return {
    frame: {
      serviceName: brand.serviceName,
      stylesheet: style.href,
      languages: offered.map((tag) => languages[tag].language),
      logo: picture?.href,
      logoDark: onDark?.href,
      hidesName: brand.hidesName,
      accents: brand.accents,
      supportHref: brand.supportUrl,
      termsHref: brand.termsUrl,
      privacyHref: brand.privacyUrl,
      accessTexts,
    },
    languages: offered,
    logo: logo && { light: logo.body, dark: logoDark?.body },
    icon: picture ?? iconFile(brand.accents),
    assets: new Map(
      [style, docsStylesheet, ...Object.values(scripts), passwordJudge, ...logos].map((asset) => [
        asset.href,
        asset,
      ]),
    ),
  };
}
