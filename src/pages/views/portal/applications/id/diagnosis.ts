import { type Diagnosis, type Finding, firstDifference } from "../../../../../doctor/cause.ts";
import type { Texts } from "../../../../languages/texts.ts";
import { tag } from "../../../banner.ts";
import { type Html, html } from "../../../html.ts";
import { copied } from "../../../scripts.ts";
import { visibleText } from "../../../visible-text.ts";
import { markedUp, visiblyExplained } from "../../visible-cause.ts";

/** `right` is said if nothing was found. */
export function diagnosisAnswer(
  { portal: { check: texts }, shell }: Pick<Texts, "portal" | "shell">,
  { findings, baseStrings, tried }: Diagnosis,
  right: Texts["portal"]["check"]["right"],
): Html {
  return html`<div role="status" class="findings" id="answer" tabindex="-1" autofocus>
<h3>${texts.answer}</h3>
${
  findings.length === 0
    ? html`<p><strong>${right.what}</strong> ${right.advice}</p>`
    : html`<ol class="items">${findings.map((one, at) => html`<li>${finding(texts, one, at + 1)}</li>`)}</ol>
${meaningsOf(texts, findings)}`
}
</div>
${baseStrings && bothBaseStrings(texts, baseStrings, shell.script.copies.baseString)}
${tried > 1 && html`<p class="quiet">${texts.tried(tried)}</p>`}`;
}

function finding(
  texts: Texts["portal"]["check"],
  { cause, certainty }: Finding,
  number: number,
): Html {
  const { what, change } = visiblyExplained(cause, texts.causes);
  const { tag: word } = texts.certainty[certainty];
  return html`<div class="titled"><h4>${number}. ${markedUp(what, cause)}</h4> ${tag(certainty === "certain" ? "information" : "soon", word)}</div>
<p>${markedUp(change, cause)}</p>`;
}

function meaningsOf(texts: Texts["portal"]["check"], findings: readonly Finding[]): Html {
  const found = (["certain", "guess"] as const).filter((one) =>
    findings.some(({ certainty }) => certainty === one),
  );
  return html`${found.map((one) => html`<p class="quiet">${texts.certainty[one].means}</p>`)}`;
}

function bothBaseStrings(
  { baseStrings: texts }: Texts["portal"]["check"],
  baseStrings: NonNullable<Diagnosis["baseStrings"]>,
  copyLabel: string,
): Html {
  const expected = visibleText(baseStrings.expected);
  const signed = baseStrings.signed === undefined ? undefined : visibleText(baseStrings.signed);
  if (signed === undefined) {
    return html`<h3>${texts.title}</h3>
<p>${texts.unknown}</p>
${baseString("expected", texts.expected, expected, expected.length, copyLabel)}`;
  }
  const at = firstDifference(expected, signed);
  return html`<h3>${texts.title}</h3>
<p>${texts.differ(at + 1)}</p>
<div class="compared">
${baseString("expected", texts.expected, expected, at, copyLabel)}
${baseString("signed", texts.signed, signed, at, copyLabel)}
</div>`;
}

/** The first character that differs is marked, or the end if the text ends before it. */
function baseString(id: string, title: string, text: string, at: number, copyLabel: string): Html {
  const marked = at >= text.length ? "" : text.slice(at, at + 1);
  return html`<figure class="base-string" aria-labelledby="${id}-caption">
<figcaption id="${id}-caption">${title}</figcaption>
<pre dir="ltr"><code id="${id}-base-string"${copied(copyLabel)}>${text.slice(0, at)}${marked !== "" && html`<mark>${marked}</mark>`}${text.slice(at + 1)}</code></pre>
</figure>`;
}
