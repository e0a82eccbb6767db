import { type Html, html, type Printable } from "./html.ts";
import type { Meaning } from "./notice.ts";

/** One or two words about what stands beside it. Its mark has a shape for each meaning. */
export function tag(meaning: Meaning, text: Printable): Html {
  return html`<span class="tag ${meaning}">${text}</span>`;
}
