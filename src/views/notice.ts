import { type Html, html, type Printable } from "./html.ts";

/** A notice that needs attention, marked by a sign and bold text, not only by colour. */
export function notice(what: string, more: Printable): Html {
  return html`<div class="notice">${sign()}<p><strong>${what}</strong> ${more}</p></div>`;
}

/**
 * A problem with the submitted form. Screen readers announce it, its fields refer to it, and the focus starts
 * here.
 */
export function alert(id: string, what: string, more: Printable): Html {
  return html`<div class="notice" role="alert" id="${id}" tabindex="-1" autofocus>${sign()}<p><strong>${what}</strong> ${more}</p></div>`;
}

/** Like `alert`, but the focus starts in a field. */
export function quietAlert(id: string, what: string, more: Printable): Html {
  return html`<div class="notice" role="alert" id="${id}">${sign()}<p><strong>${what}</strong> ${more}</p></div>`;
}

function sign(): Html {
  return html`<svg viewBox="0 0 24 24" width="24" height="24" fill="none" stroke="currentColor" stroke-width="2" stroke-linecap="round" stroke-linejoin="round" aria-hidden="true" focusable="false"><path d="M12 4L2.5 20h19zM12 10v4M12 17v.01"/></svg>`;
}
