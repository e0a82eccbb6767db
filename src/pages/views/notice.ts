import { type Html, html, type Printable } from "./html.ts";

/** A sign and bold text mark what needs attention, not only color. */
export function notice(what: string, more: Printable): Html {
  return html`<div class="notice">${noticeSign()}<p><strong>${what}</strong> ${more}</p></div>`;
}

/** Screen readers announce the problem, its fields refer to it, and the focus starts here. */
export function alert(id: string, what: string, more: Printable): Html {
  return html`<div class="notice" role="alert" id="${id}" tabindex="-1" autofocus>${noticeSign()}<p><strong>${what}</strong> ${more}</p></div>`;
}

/** The focus starts in a field, otherwise it is like `alert`. */
export function quietAlert(id: string, what: string, more: Printable): Html {
  return html`<div class="notice" role="alert" id="${id}">${noticeSign()}<p><strong>${what}</strong> ${more}</p></div>`;
}

export function noticeSign(): Html {
  return html`<svg viewBox="0 0 24 24" width="24" height="24" fill="none" stroke="currentColor" stroke-width="2" stroke-linecap="round" stroke-linejoin="round" aria-hidden="true" focusable="false"><path d="M12 4L2.5 20h19zM12 10v4M12 17v.01"/></svg>`;
}
