import { type ApplicationLinks, applicationLinks } from "../../domain/application.ts";
import { type Html, html } from "./html.ts";
import type { Frame } from "./layout.ts";

/**
 * The host is in ASCII, so that another script shows as `xn--`. Only http and https are allowed, so
 * that no one links to `javascript:`.
 */
export function webUrl(text: string | undefined): WebUrl | undefined {
  const url = text === undefined ? null : URL.parse(text);
  if (url === null || (url.protocol !== "https:" && url.protocol !== "http:")) return undefined;
  url.username = "";
  url.password = "";
  return { href: url.href, host: url.host };
}

type WebUrl = { readonly href: string; readonly host: string };

/**
 * A long host is shown without its beginning, as browsers do, because its end tells who owns the
 * site. The last three labels are always whole: under a suffix such as co.uk the third is the owner's.
 */
export function hostEnd(host: string): string {
  const owner = host.split(".").slice(-3).join(".");
  const length = Math.max(maxShown, owner.length);
  return host.length <= length ? host : `…${host.slice(-length)}`;
}

/** An app's scheme is a domain in reverse, so its beginning tells who owns the app. */
export function schemeStart(scheme: string): string {
  return scheme.length <= maxShown ? scheme : `${scheme.slice(0, maxShown - 1)}…`;
}

/** This many characters are about two lines on a phone. */
const maxShown = 48;

export function linksOf(frame: Frame, links?: ApplicationLinks): Html | undefined {
  const { applicationLinks: texts } = frame.texts.consent;
  const shown = applicationLinks.flatMap((link) => {
    const address = webUrl(links?.[link]);
    return address === undefined ? [] : [{ href: address.href, text: texts[link] }];
  });
  if (shown.length === 0) return undefined;
  return html`<p class="quiet links">${shown.map(
    ({ href, text }) =>
      html`<a class="action" href="${href}" rel="noreferrer noopener nofollow">${text}</a> `,
  )}</p>`;
}
