import { type Html, html } from "./html.ts";

/** A long IP address wraps between its groups. */
export function networkAddress(address: string): Html {
  const [first = "", ...others] = address.split(":");
  return html`<bdi dir="ltr">${first}${others.map((group) => html`:<wbr>${group}`)}</bdi>`;
}
