import { seenField } from "../../domain/seen.ts";
import type { Texts } from "../languages/texts.ts";
import { alert, confirmation } from "./banner.ts";
import { type Html, html, needing } from "./html.ts";
import type { Frame } from "./layout.ts";
import { passkeyInput, passkeyNeedsScript, passkeySaid } from "./passkey.ts";
import { phrase } from "./phrase.ts";
import type { Reauthentication, Viewer } from "./viewer.ts";

/** The mark stands for the values that the form was shown with; see `isOutdated`. */
export function seenInput(mark: string): Html {
  return html`<input type="hidden" name="${seenField}" value="${mark}">`;
}

/** Sending the form twice creates its thing once. */
export function creationField(creation: string): Html {
  return html`<input type="hidden" name="creation" value="${creation}">`;
}

/** Every form that changes something has it. */
export function csrfField(csrf: string): Html {
  return needing("busy", html`<input type="hidden" name="csrf" value="${csrf}">`);
}

/**
 * A form that searches a list is sent by POST to `/search`, which redirects to the list. What was pasted by mistake may
 * be a secret, which no URL may contain.
 */
export function searchesIn({ csrf }: Viewer, list: string): Html {
  return html`${csrfField(csrf)}
<input type="hidden" name="list" value="${list}">`;
}

type Control = {
  readonly name: string;
  readonly label: Html | string;
  /** A page with two forms with the same field needs it. By default it is the name. */
  readonly id?: string;
  readonly hint?: string | undefined;
  /** A list is markup. */
  readonly problem?: Html | string | false | undefined;
  /** The hint stays below a problem that does not say the same. */
  readonly keepsHint?: true;
};

type Field = Control & {
  readonly type: "text" | "date" | "email" | "password" | "url" | "number" | "search";
  readonly autocomplete: string;
  /** A password is never printed back. */
  readonly value?: string;
  readonly optional?: true;
  /** The text can be in any script, so its direction follows the text. */
  readonly anyScript?: true;
  readonly writing?: "name" | "prose";
};

type Described = Omit<Control, "label">;

/** Below the field is its problem or a hint. */
export function field(control: Field): Html {
  const { name, id = name, label, type, autocomplete, value, optional, anyScript } = control;
  const { writing = autocomplete === "name" ? "name" : undefined } = control;
  const written = value === undefined ? undefined : html` value="${value}"`;
  return html`<label for="${id}">${label}</label>
<input id="${id}" name="${name}" type="${type}"${written} autocomplete="${autocomplete}" autocapitalize="${writing === undefined ? "none" : capitals[writing]}" spellcheck="${String(writing === "prose")}" dir="${anyScript ? "auto" : "ltr"}"${!optional && html` required`}${described(control)}>
${below(control)}`;
}

/** A date field would drop an invalid value, which a browser without date fields can send. */
export function dayField(
  control: Pick<Field, "name" | "label" | "problem" | "optional"> & { readonly value: string },
): Html {
  const type = /^(\d{4}-\d\d-\d\d)?$/.test(control.value) ? "date" : "text";
  return field({ ...control, type, autocomplete: "off" });
}

const capitals = { name: "words", prose: "sentences" } as const;

/** A description or a list of addresses has several lines. */
export function textArea(
  control: Control &
    Pick<Field, "optional" | "anyScript"> & { readonly value: string; rows?: number },
): Html {
  const { name, id = name, label, value, rows = 4, optional, anyScript } = control;
  // HTML ignores a line break right after the tag.
  return html`<label for="${id}">${label}</label>
<textarea id="${id}" name="${name}" rows="${rows}" autocomplete="off" autocapitalize="${anyScript ? "sentences" : "none"}" spellcheck="${anyScript ? "true" : "false"}" dir="${anyScript ? "auto" : "ltr"}"${!optional && html` required`}${described(control)}>
${value}</textarea>
${below(control)}`;
}

/** The box sends `on` when it is ticked, and nothing otherwise. */
export function checkbox(control: Control & { readonly checked: boolean }): Html {
  const { name, id = name, label, checked } = control;
  return html`<label class="choice" for="${id}"><input id="${id}" name="${name}" type="checkbox" value="on"${checked && html` checked`}${described(control)}> ${label}</label>
${below(control)}`;
}

/** All of the few options are visible. */
export function choices<Value extends string>(
  control: Control & {
    readonly chosen: Value | undefined;
    readonly options: readonly { value: Value; label: string; hint?: string }[];
  },
): Html {
  const { name, id = name, label, chosen, options } = control;
  return html`<fieldset id="${id}"${described(control)}>
<legend>${label}</legend>
${options.map(
  ({ value, label, hint }) =>
    html`<label class="choice" for="${id}-${value}"><input id="${id}-${value}" name="${name}" type="radio" value="${value}" required${value === chosen && html` checked`}> <span>${label}${hint && html`<br><small>${hint}</small>`}</span></label>`,
)}
${below(control)}
</fieldset>`;
}

/** The many options are in a list that opens. */
export function select(
  control: Control & {
    readonly chosen: string;
    readonly options: readonly {
      readonly value: string;
      readonly label: string;
      readonly anyScript?: true;
    }[];
  },
): Html {
  const { name, id = name, label, chosen, options } = control;
  return html`<label for="${id}">${label}</label>
<select id="${id}" name="${name}"${described(control)}>${options.map(
    (one) =>
      html`<option value="${one.value}"${one.anyScript && html` dir="auto"`}${one.value === chosen && html` selected`}>${one.label}</option>`,
  )}</select>
${below(control)}`;
}

/** The sign-in is not recent, or the previous proof was wrong. */
export function confirmPassword(
  { frame, signedInRecently, authenticatesBy, authenticatesAt, passkey }: Viewer,
  reauthentication?: Reauthentication | undefined,
  id?: string,
  codeLabel = frame.texts.shell.reauthentication.code,
): Html | undefined {
  if (signedInRecently && reauthentication === undefined) return undefined;
  const texts = frame.texts.shell.reauthentication;
  const problem =
    reauthentication &&
    isOfField(reauthentication) &&
    explainReauthentication(texts, reauthentication);
  if (authenticatesBy === "code") {
    const code = field({
      name: "current_code",
      id: id ?? "current_code",
      label: codeLabel,
      type: "text",
      autocomplete: "one-time-code",
      hint: texts.whyCode,
      problem,
      keepsHint: true,
    });
    return html`${code}${passkey !== undefined && orPasskey(frame, passkey)}`;
  }
  const providers = authenticatesAt.map(
    (one) =>
      html`<div class="actions"><button type="submit" class="secondary" form="${reauthenticationForm}" name="reauthenticate_at" value="${frame.here}" formaction="/sign-in/with/${one.id}">${phrase(texts.confirmWith(one.name))}</button></div>`,
  );
  if (authenticatesBy === "provider")
    return html`<p class="quiet">${texts.whyProvider}</p>${providers}`;
  const input = field({
    name: "current_password",
    ...(id !== undefined && { id }),
    label: texts.password,
    type: "password",
    autocomplete: "current-password",
    hint: texts.why,
    problem,
    keepsHint: true,
  });
  return html`${input}${providers}`;
}

const reauthenticationForm = "proof-elsewhere";

/** Provider buttons of `confirmPassword` submit this form, which stands outside the forms that contain them. */
export function authElsewhere({ authenticatesAt, csrf }: Viewer): Html | undefined {
  if (authenticatesAt.length === 0) return undefined;
  return html`<form id="${reauthenticationForm}" method="post" hidden>${csrfField(csrf)}</form>`;
}

function orPasskey(frame: Frame, options: string): Html {
  return html`<p class="quiet later" data-passkey-shown>${frame.texts.passkeys.again}</p>
${passkeyInput({ name: "current_passkey", options, instead: "current_code" })}
${passkeySaid(frame)}
${passkeyNeedsScript(frame)}`;
}

/** What was typed is wrong. All else is no reason to mark the field, such as too many attempts. */
function isOfField({ problem }: Reauthentication): boolean {
  return problem === "wrong" || problem === "wrong-code" || problem === "used-code";
}

/** A proof is asked for, or was wrong; the field says why it was. */
export function reauthenticationNotice(
  { frame }: Viewer,
  id: string,
  what: string,
  reauthentication: Reauthentication | undefined,
): Html | undefined {
  if (reauthentication === undefined) return undefined;
  if (isOfField(reauthentication)) return markedAlert(frame, id, what);
  const isFirst = reauthentication.problem.startsWith("missing");
  const why = explainReauthentication(frame.texts.shell.reauthentication, reauthentication);
  return (isFirst ? confirmation : alert)(id, what, why);
}

/** The marked fields say why. */
export function markedAlert({ texts }: Frame, id: string, what: string): Html {
  return alert(id, what, texts.shell.checkMarked);
}

function explainReauthentication(
  texts: Texts["shell"]["reauthentication"],
  { problem, minutes }: Reauthentication,
): string {
  return problem === "too-many" ? texts.problems[problem](minutes) : texts.problems[problem];
}

export function described({ name, id = name, hint, problem, keepsHint }: Described): Html {
  const both = keepsHint && problem && hint && html`${id}-problem `;
  return html`${problem && html` aria-invalid="true"`}${(problem || hint) && html` aria-describedby="${both}${id}-hint"`}`;
}

export function below({ name, id = name, hint, problem, keepsHint }: Described): Html | undefined {
  const said = problem || hint;
  if (!said) return undefined;
  if (keepsHint && problem && hint)
    return html`<small id="${id}-problem">${problem}</small>
<small id="${id}-hint">${hint}</small>`;
  return typeof said === "string"
    ? html`<small id="${id}-hint">${said}</small>`
    : html`<div class="said" id="${id}-hint">${said}</div>`;
}

/** The name is another user's, so the browser does not offer the reader's own. */
export function userField(control: {
  readonly label: string;
  readonly value: string | undefined;
  readonly problem: string | false | undefined;
  /** A page with another such field needs it. */
  readonly id?: string;
}): Html {
  const { value = "", ...more } = control;
  return field({ ...more, name: "screen_name", type: "text", autocomplete: "off", value });
}
