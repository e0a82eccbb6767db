import { type Html, html, type Printable } from "./html.ts";

/** Something that needs attention. The sign and the bold words say so, not the colour alone. */
export function notice(what: string, more: Printable): Html {
  return html`<div class="notice">${sign()}<p><strong>${what}</strong> ${more}</p></div>`;
}

/** A problem with what was sent; read out at once, and named by the fields that it is about. The focus begins here. */
export function alert(id: string, what: string, more: Printable): Html {
  return html`<div class="notice" role="alert" id="${id}" tabindex="-1" autofocus>${sign()}<p><strong>${what}</strong> ${more}</p></div>`;
}

/** The same where the focus begins in a field. */
export function quietAlert(id: string, what: string, more: Printable): Html {
  return html`<div class="notice" role="alert" id="${id}">${sign()}<p><strong>${what}</strong> ${more}</p></div>`;
}

function sign(): Html {
  return html`<svg viewBox="0 0 24 24" width="24" height="24" fill="none" stroke="currentColor" stroke-width="2" stroke-linecap="round" stroke-linejoin="round" aria-hidden="true" focusable="false"><path d="M12 4L2.5 20h19zM12 10v4M12 17v.01"/></svg>`;
}
