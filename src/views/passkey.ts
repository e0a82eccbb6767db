/** The parts of forms that use a passkey; src/views/script/passkey.js fills them in. */
import { type Html, html } from "./html.ts";
import type { Frame } from "./layout.ts";

/**
 * `options`: as src/passkeys/options.ts writes them. `instead`: the name of the field that a code may be typed into.
 */
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
  /** Whether the browser may offer it in a field of the page. */
  readonly autofill?: boolean;
}): Html {
  return html`<input type="hidden" name="${name}" data-passkey="${asks}" data-options="${options}"${instead !== undefined && html` data-instead="${instead}"`}${autofill && html` data-autofill`}>`;
}

/** Where the script reports the result. */
export function passkeySaid({ texts }: Frame): Html {
  const { cancelled, known } = texts.passkeys.script;
  return html`<p class="said" role="status" data-passkey-said data-cancelled="${cancelled}" data-known="${known}"></p>`;
}

/** A note that the script removes if the browser supports passkeys. */
export function passkeyNeedsScript({ texts }: Frame): Html {
  return html`<p class="quiet unscripted" data-passkey-missing>${texts.passkeys.needsScript}</p>`;
}

/** The passkey button on the sign-in page. */
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
