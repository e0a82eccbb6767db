import { type Html, html } from "./html.ts";

/** A day or a moment, with its machine-readable form. */
export function time(at: number, text: string): Html {
  return html`<time datetime="${new Date(at).toISOString()}">${text}</time>`;
}
