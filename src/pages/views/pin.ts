import { takingBack } from "./consent.ts";
import { type Html, html } from "./html.ts";
import { type Frame, page } from "./layout.ts";
import { phrase, plainPhrase } from "./phrase.ts";

export type Pin = {
  readonly frame: Frame;
  readonly applicationName: string;
  readonly pin: string;
  readonly seconds: number;
  readonly accountHref: string;
};

export function pinPage({ frame, applicationName, pin, seconds, accountHref }: Pin): Html {
  const texts = frame.texts.pin;
  const title = texts.title(applicationName);
  const main = html`<article>
<h1>${phrase(title)}</h1>
<p>${phrase(texts.howTo(applicationName))}</p>
${code(pin, texts.label)}
<p data-countdown="${seconds}" data-left="${texts.timeLeft}" data-over="${texts.expired}">${texts.lives(Math.max(1, Math.ceil(seconds / 60)))}</p>
<footer>
<p><strong>${phrase(texts.ownDevice(applicationName))}</strong></p>
<p>${phrase(texts.isUnconditional(frame.serviceName))}</p>
<p class="quiet">${takingBack(frame.texts, accountHref)}</p>
</footer>
</article>`;
  return page(frame, {
    title: plainPhrase(title),
    main,
    once: true,
    script: ["copy", "countdown"],
  });
}

/** The gap between the groups is a margin, so programs and the clipboard get only the digits. */
function code(pin: string, label: string): Html {
  return html`<output id="pin" data-copy dir="ltr" aria-label="${label}"><span>${pin.slice(0, 3)}</span><span>${pin.slice(3)}</span></output>`;
}

export type Canceled = { readonly frame: Frame; readonly applicationName: string };

/** The application uses a PIN, so there is no address to return to. */
export function canceledPage({ frame, applicationName }: Canceled): Html {
  const texts = frame.texts.canceled;
  const main = html`<article>
<h1>${texts.title}</h1>
<p>${phrase(texts.meaning(applicationName))}</p>
<p>${texts.advice}</p>
</article>`;
  return page(frame, { title: texts.title, main });
}
