/** src/pages/views/script/passkey.js fills in these parts of forms. */
import { type Html, html, needing } from "./html.ts";
import type { Frame } from "./layout.ts";

/** src/tools/passkeys/options.ts writes `options`. A code may be typed into the field `instead`. */
export function passkeyInput({
  name,
  asks = "get",
  options,
  instead,
  autofill = false,
}: {
  readonly name: "passkey" | "current_passkey";
  readonly asks?: "get" | "create";
  readonly options: string;
  readonly instead?: string;
  /** The browser may offer it in a field of the page. */
  readonly autofill?: boolean;
}): Html {
  return needing(
    "passkey",
    html`<input type="hidden" name="${name}" data-passkey="${asks}" data-options="${options}"${instead !== undefined && html` data-instead="${instead}"`}${autofill && html` data-autofill`}>`,
  );
}

export function passkeySaid({ texts }: Frame): Html {
  const { canceled, known } = texts.passkeys.script;
  return html`<p class="said" role="status" data-passkey-said data-canceled="${canceled}" data-known="${known}"></p>`;
}

/** What follows is another way to sign in; one by passkey is not there without script. */
export function or({ texts }: Frame, way?: "passkey"): Html {
  const attributes =
    way === undefined ? html` class="or"` : html` class="or later" data-passkey-shown`;
  return html`<p${attributes}>${texts.identities.or}</p>`;
}

/** The script removes the note if the browser supports passkeys. */
export function passkeyNeedsScript({ texts }: Frame): Html {
  return html`<p class="quiet unscripted" data-passkey-missing>${texts.passkeys.needsScript}</p>`;
}

export function passkeySignIn(
  frame: Frame,
  form: { readonly action: string; readonly hidden: Html; readonly options: string },
): Html {
  return html`<form method="post" action="${form.action}" class="later" data-passkey-shown>
${form.hidden}
${passkeyInput({ name: "passkey", options: form.options, autofill: true })}
<div class="actions"><button type="submit" class="secondary">${frame.texts.passkeys.signIn}</button></div>
${passkeySaid(frame)}
</form>
${passkeyNeedsScript(frame)}`;
}
