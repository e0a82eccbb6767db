import { type ApplicationLinks, applicationLinks, noLinks } from "../domain/application.ts";
import { type Html, html } from "./html.ts";
import type { Frame } from "./layout.ts";
import { webAddress } from "./web-address.ts";

export function linksOf(frame: Frame, links: ApplicationLinks = noLinks): Html | undefined {
  const { applicationLinks: texts } = frame.texts.consent;
  const shown = applicationLinks.flatMap((link) => {
    const address = webAddress(links[link]);
    return address === undefined ? [] : [{ href: address.href, text: texts[link] }];
  });
  if (shown.length === 0) return undefined;
  return html`<p class="quiet links">${shown.map(
    ({ href, text }) =>
      html`<a class="action" href="${href}" rel="noreferrer noopener nofollow">${text}</a> `,
  )}</p>`;
}
