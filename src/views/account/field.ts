import { type Html, html } from "../html.ts";

type Field = {
  readonly name: string;
  readonly label: string;
  readonly type: "text" | "email" | "password";
  readonly autocomplete: string;
  /** A password is never printed back. */
  readonly value?: string;
  readonly hint?: string;
  readonly problem?: string | false | undefined;
  readonly optional?: true;
};

/** A field with its label, and beneath it the problem that it has, or how to fill it in. */
export function field({
  name,
  label,
  type,
  autocomplete,
  value,
  hint,
  problem,
  optional,
}: Field): Html {
  const below = problem || hint;
  const written = value === undefined ? undefined : html` value="${value}"`;
  const direction = name === "name" ? "auto" : "ltr";
  return html`<label for="${name}">${label}</label>
<input id="${name}" name="${name}" type="${type}"${written} autocomplete="${autocomplete}" autocapitalize="none" spellcheck="false" dir="${direction}"${!optional && html` required`}${problem && html` aria-invalid="true"`}${below && html` aria-describedby="${name}-hint"`}>
${below && html`<small id="${name}-hint">${below}</small>`}`;
}

/** What was done, read out at once. */
export function done(text: string): Html {
  return html`<p class="done" role="status">${text}</p>`;
}
