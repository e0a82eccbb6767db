import { type Html, html } from "./html.ts";
import type { Frame } from "./layout.ts";

/** "the people who run this service" becomes a link, if the configuration has one. */
export function withSupport(
  { texts, supportHref }: Pick<Frame, "texts" | "supportHref">,
  text: string,
): Html {
  const { operators } = texts.shell;
  const at = text.indexOf(operators);
  if (supportHref === undefined || at === -1) return html`${text}`;
  const after = text.slice(at + operators.length);
  return html`${text.slice(0, at)}<a href="${supportHref}">${operators}</a>${after}`;
}

/** Emails tell how to reach the administrator, if it is configured. */
export function supportLine({ supportHref }: Pick<Frame, "supportHref">): readonly string[] {
  return supportHref === undefined ? [] : [supportHref.replace(/^mailto:/, "")];
}
