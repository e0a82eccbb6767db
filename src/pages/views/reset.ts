import { actionLink, explanationCard } from "./explanation.ts";
import { csrfField, field, markedAlert } from "./form.ts";
import { type Html, html } from "./html.ts";
import { type Frame, page } from "./layout.ts";

export type ResetAsk = {
  readonly frame: Frame;
  readonly csrf: string;
  /** The form was sent without a name or address. */
  readonly isMissing?: boolean;
};

export function resetAskPage({ frame, csrf, isMissing = false }: ResetAsk): Html {
  const texts = frame.texts.reset.ask;
  const main = html`<article>
<h1>${texts.title}</h1>
<p>${texts.what}</p>
${isMissing && markedAlert(frame, "problem", texts.notSent)}
<form method="post" action="/reset" novalidate>
${csrfField(csrf)}
${field({ name: "who", label: texts.who, type: "text", autocomplete: "username", value: "", hint: texts.whoHint, problem: isMissing && texts.missing })}
<div class="actions"><button type="submit">${texts.submit}</button></div>
</form>
<footer>${backToSignIn(frame)}</footer>
</article>`;
  return page(frame, { title: texts.title, main });
}

export function resetAskedPage(frame: Frame): Html {
  const { asked } = frame.texts.reset;
  return page(frame, {
    title: asked.happened,
    main: explanationCard(
      frame,
      asked,
      html`${actionLink("/reset", frame.texts.error.retry, "secondary")}
<footer>${backToSignIn(frame)}</footer>`,
    ),
  });
}

export function resetWithoutMailPage(frame: Frame): Html {
  const { noMail } = frame.texts.reset;
  const main = explanationCard(frame, noMail, backToSignIn(frame));
  return page(frame, { title: noMail.happened, main });
}

function backToSignIn({ texts }: Frame): Html {
  return html`<a class="action" href="/sign-in">${texts.reset.toSignIn}</a>`;
}
