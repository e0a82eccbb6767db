import { languages } from "../languages/languages.ts";
import type { Texts } from "../languages/texts.ts";
import type { Html } from "../views/html.ts";
import type { Frame } from "../views/layout.ts";
import { stylesheet } from "../views/stylesheet.ts";

export type GalleryState = { readonly name: string; readonly page: Html };

/** The service would put this frame around a page. */
export function galleryFrame(texts: Texts): Frame {
  return {
    texts,
    serviceName: "Countersign",
    stylesheet: stylesheet().href,
    languages: Object.values(languages).map((one) => one.language),
    here: "/account",
  };
}
