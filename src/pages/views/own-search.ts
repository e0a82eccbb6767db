import { type ApplicationOrder, applicationOrders } from "../../domain/own-applications.ts";
import { field, searchesIn, select } from "./form.ts";
import { type Html, html } from "./html.ts";
import type { Viewer } from "./viewer.ts";

const worthSearching = 6;

/** The result is empty if the user has few applications. */
export function ownSearchForm(
  viewer: Viewer,
  action: string,
  { total, text, order }: { total: number; text: string; order: ApplicationOrder },
): Html | undefined {
  if (total < worthSearching && text === "") return undefined;
  const texts = viewer.frame.texts.portal.applications;
  return html`<search><form method="post" action="/search" class="side-by-side" novalidate>
${searchesIn(viewer, action)}
<div>${field({ name: "q", label: texts.search, type: "search", autocomplete: "off", value: text, optional: true, anyScript: true })}</div>
<div>${select({ name: "order", label: texts.order, chosen: order, options: applicationOrders.map((value) => ({ value, label: texts.orders[value] })) })}</div>
<div class="actions"><button type="submit" class="secondary">${texts.show}</button></div>
</form></search>`;
}
