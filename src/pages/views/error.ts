import type { ErrorKind } from "../languages/english/errors.ts";
import type { Texts } from "../languages/texts.ts";
import { actionLink, type Explanation, explanationCard } from "./explanation.ts";
import { type Html, html } from "./html.ts";
import { type Frame, page } from "./layout.ts";

export type ErrorReport = {
  readonly frame: Frame;
  readonly status: number;
  readonly kind: ErrorKind;
  readonly requestId?: string;
  /** `rate-limited` has minutes until the next try. */
  readonly minutes?: number;
  readonly retryHref?: string;
  /** `not-found` leads to the areas of a user who is signed in, and others to where they can sign in. */
  readonly signedIn?: { readonly isAdmin: boolean } | undefined;
};

export function errorPage(data: ErrorReport): Html {
  const texts = data.frame.texts.error;
  const explanation = explain(texts, data.kind, data.minutes ?? 1);
  return page(data.frame, {
    title: explanation.happened,
    main: explanationCard(data.frame, explanation, wayOut(data, texts)),
  });
}

function explain(texts: Texts["error"], kind: ErrorKind, minutes: number): Explanation {
  return kind === "rate-limited" ? texts.kinds[kind](minutes) : texts.kinds[kind];
}

function wayOut(report: ErrorReport, texts: Texts["error"]): Html {
  const { status, kind, requestId, retryHref } = report;
  return html`${retryHref !== undefined && actionLink(retryHref, texts.retry)}${kind === "not-found" && whereTo(report)}
<footer class="quiet">
<p>${texts.status(status)}</p>
${requestId !== undefined && html`<p>${texts.reference}: <code><bdi>${requestId}</bdi></code></p>`}
</footer>`;
}

function whereTo({ frame: { texts }, signedIn }: ErrorReport): Html {
  const { areas } = texts.shell;
  const links: readonly (readonly [href: string, text: string])[] = signedIn
    ? [
        ["/account", areas.account],
        ["/portal", areas.portal],
        ...(signedIn.isAdmin ? [["/admin", areas.admin] as const] : []),
      ]
    : [
        ["/", texts.error.home],
        ["/sign-in", texts.signIn.title],
      ];
  return html`<div class="actions">${links.map(
    ([href, text]) => html`
<a class="button secondary" href="${href}">${text}</a>`,
  )}
</div>`;
}
