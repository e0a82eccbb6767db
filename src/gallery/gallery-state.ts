import { languages } from "../languages/languages.ts";
import type { Texts } from "../languages/texts.ts";
import type { Html } from "../views/html.ts";
import type { Frame } from "../views/layout.ts";
import { stylesheet } from "../views/stylesheet.ts";

/** A page in one of its states, for the gallery. */
export type GalleryState = { readonly name: string; readonly page: Html };

/** The frame that the service would put around a page, for pages that no service shows. */
export function galleryFrame(texts: Texts): Frame {
  return {
    texts,
    serviceName: "Countersign",
    stylesheet: stylesheet().href,
    languages: Object.values(languages).map((one) => one.language),
    here: "/account",
  };
}
