/** The mark of the service: a shield with a line of text, and a signature under it. */
import { type Accent, type Accents, grounds, ownAccents } from "../../config/accent.ts";
import { type Theme, themes } from "../../domain/theme.ts";
import { type Asset, fixed } from "./asset.ts";
import { type Html, html } from "./html.ts";

export const iconPath = "/icon.svg";
export const touchIconPath = "/apple-touch-icon.png";

const shield = "M12 1l9 3.4v7.1c0 5.8-3.9 9.6-9 11.5-5.1-1.9-9-5.7-9-11.5V4.4z";
const signed = "M7.5 9h9M7.5 14c1.5-1.2 2.4 2.2 4.1.9 1.6-1.3 2.3.5 4.9-.5";

/** Pages color it by classes, because their policy allows no inline styles. */
export function mark(): Html {
  return html`<svg class="mark" viewBox="0 0 24 24" width="24" height="24" aria-hidden="true"><path d="${shield}" fill="currentColor"/><path class="mark-sign" d="${signed}" fill="none" stroke-width="2" stroke-linecap="round"/></svg>`;
}

/** The mark as a file, in the colors of the accent. A browser shows it on light and dark tabs. */
export function iconFile(accents: Accents): Asset {
  const { light, dark } = markColors(accents);
  const body = `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 24 24" width="24" height="24"><style>${rules(light)}@media (prefers-color-scheme:dark){${rules(dark)}}</style><path class="a" d="${shield}"/><path class="b" d="${signed}" fill="none" stroke-width="2" stroke-linecap="round"/></svg>\n`;
  return fixed({ type: "svg", body: Buffer.from(body) });
}

/** Where no stylesheet applies, the accent of the brand, or else ours. */
export function markColors({ light, dark }: Accents = { light: undefined, dark: undefined }) {
  return { light: light ?? ownAccents.light, dark: dark ?? ownAccents.dark };
}

function rules({ accent, on }: Pick<Accent, "accent" | "on">): string {
  return `.a{fill:${accent}}.b{stroke:${on}}`;
}

/** Browsers that find no link look for icons at paths of their own. `logo` is the URL of the brand's. */
export function iconLinks(logo: string | undefined, theme: Theme | undefined): Html {
  const grounded = themes.filter((one) => (theme ?? one) === one);
  return html`${grounded.map(
    (one) =>
      html`<meta name="theme-color"${theme === undefined && html` media="(prefers-color-scheme: ${one})"`} content="${grounds[one].ground}">
`,
  )}<link rel="icon" href="${logo ?? iconPath}">
<link rel="apple-touch-icon" href="${touchIconPath}">`;
}
