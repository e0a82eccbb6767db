import { timeZones } from "../../domain/time-zone.ts";
import { select } from "./form.ts";
import { type Html, html } from "./html.ts";
import { type Frame, page } from "./layout.ts";

/** The list is long, so the menu of each page only links here. */
export function timeZonePage(frame: Frame, continueTo: string): Html {
  const { timeZone: texts } = frame.texts.shell;
  const browser = { value: "browser", label: texts.browser };
  const zones = timeZones().map((zone) => ({
    value: zone,
    label: zone.replaceAll("_", " "),
    anyScript: true as const,
  }));
  const main = html`<article>
<h1>${texts.title}</h1>
<form method="post" action="/display">
<input type="hidden" name="continue" value="${continueTo}">
${select({ name: "time_zone", label: texts.label, chosen: frame.texts.dates.zoned?.zone ?? browser.value, options: [browser, ...zones], hint: texts.hint })}
<div class="actions"><button type="submit">${texts.submit}</button> <a class="button secondary" href="${continueTo}">${texts.cancel}</a></div>
</form>
</article>`;
  return page({ ...frame, here: continueTo }, { title: texts.title, main });
}
