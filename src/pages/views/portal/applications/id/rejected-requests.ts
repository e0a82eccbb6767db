import type { Explanation } from "../../../../../doctor/logged/request-details.ts";
import type { LoggedRequest } from "../../../../../domain/logged-request.ts";
import { alert } from "../../../banner.ts";
import { field } from "../../../form.ts";
import { type Html, html } from "../../../html.ts";
import type { Frame } from "../../../layout.ts";
import { facts, table } from "../../../list.ts";
import { copied } from "../../../scripts.ts";
import { moment } from "../../../time.ts";
import { visibleText } from "../../../visible-text.ts";
import { docsHrefOf } from "../../docs/errors.ts";
import { diagnosisAnswer } from "./diagnosis.ts";

export type RejectedRequests = {
  /** The newest is first. */
  readonly latest: readonly LoggedRequest[];
  readonly asked?: string | undefined;
  readonly found?: (LoggedRequest & { readonly explanation: Explanation }) | undefined;
};

export const rejectedParameter = "rejected";

export function rejectedAnswer(frame: Frame, { asked, found }: RejectedRequests): Html | undefined {
  const { check } = frame.texts.portal;
  const { rejected: texts } = check;
  if (asked === undefined) return undefined;
  if (found === undefined) {
    return alert("rejected-problem", texts.notFound.what, texts.notFound.advice);
  }
  const { id, at, operation, code, explanation } = found;
  return html`${diagnosisAnswer(check, explanation.diagnosis, texts.noCause)}
<p class="quiet">${texts.atRejection}</p>
${facts([
  [texts.id, html`<code>${id}</code>`],
  [texts.when, moment(frame.texts.dates, at)],
  [texts.operation, operationText(frame, operation)],
  [texts.code, html`<a class="action" href="${docsHrefOf(code)}">${code}</a>`],
  [texts.message, html`<code lang="en" dir="ltr">${visibleText(explanation.message)}</code>`],
])}
<h3>${texts.request}</h3>
<pre dir="ltr"><code${copied}>${visibleLines(explanation.request)}</code></pre>`;
}

export function rejectedSection(frame: Frame, { latest, asked, found }: RejectedRequests): Html {
  const { rejected: texts } = frame.texts.portal.check;
  const row = ({ id, at, operation, code }: LoggedRequest) => [
    moment(frame.texts.dates, at),
    operationText(frame, operation),
    html`<a class="action" href="${docsHrefOf(code)}">${code}</a>`,
    html`<a class="action" href="?${rejectedParameter}=${id}"><bdi>${id}</bdi></a>`,
  ];
  return html`<section id="rejected-requests">
<h2>${texts.title}</h2>
<p>${texts.what}</p>
${
  latest.length === 0
    ? html`<p class="quiet">${texts.none}</p>`
    : table(texts.title, [texts.when, texts.operation, texts.code, texts.id], latest.map(row))
}
<form method="get" novalidate>
${field({
  name: rejectedParameter,
  label: texts.id,
  type: "text",
  autocomplete: "off",
  hint: texts.hint,
  ...(asked !== undefined && { value: visibleText(asked) }),
  problem: asked !== undefined && found === undefined && texts.notFound.what,
})}
<div class="actions"><button type="submit" class="secondary">${texts.submit}</button></div>
</form>
</section>`;
}

function operationText(frame: Frame, operation: string): Html {
  return operation === ""
    ? html`${frame.texts.portal.check.rejected.api}`
    : html`<code>${visibleText(operation)}</code>`;
}

/** A line end is no hidden character here, so each line is handled alone. */
function visibleLines(text: string): string {
  return text.split("\n").map(visibleText).join("\n");
}
