import { type Html, html } from "./html.ts";

/** Where a request came from. A long one breaks between its groups, not within one. */
export function networkAddress(address: string): Html {
  const [first = "", ...others] = address.split(":");
  return html`<bdi dir="ltr">${first}${others.map((group) => html`:<wbr>${group}`)}</bdi>`;
}
