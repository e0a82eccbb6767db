import { type Html, html } from "./html.ts";
import type { Frame } from "./layout.ts";

/** "your administrator" becomes a link, if the configuration has one. */
export function withSupport(
  { texts, supportHref }: Pick<Frame, "texts" | "supportHref">,
  text: string,
): Html {
  const { admins } = texts.shell;
  const at = text.indexOf(admins);
  if (supportHref === undefined || at === -1) return html`${text}`;
  const after = text.slice(at + admins.length);
  return html`${text.slice(0, at)}<a href="${supportHref}">${admins}</a>${after}`;
}
