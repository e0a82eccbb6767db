import type { Texts } from "../languages/texts.ts";
import { takingBack } from "./consent.ts";
import { type Html, html, needing } from "./html.ts";
import { type Frame, page } from "./layout.ts";
import { phrase, plainPhrase } from "./phrase.ts";
import { copied } from "./scripts.ts";

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
${code(pin, texts.label, frame.texts.shell.script.copies.pin)}
${countdown(seconds, texts)}
<footer>
<p><strong>${phrase(texts.ownDevice(applicationName))}</strong></p>
<p>${phrase(texts.isUnconditional(frame.serviceName))}</p>
<p class="quiet">${takingBack(frame.texts, accountHref)}</p>
</footer>
</article>`;
  return page(frame, { title: plainPhrase(title), main, once: true });
}

/** The gap between the groups is a margin, so programs and the clipboard get only the digits. */
function code(pin: string, label: string, copyLabel: string): Html {
  return html`<output id="pin"${copied(copyLabel)} dir="ltr" aria-label="${label}"><span>${pin.slice(0, 3)}</span><span>${pin.slice(3)}</span></output>`;
}

function countdown(seconds: number, { timeLeft, expired, lives }: Texts["pin"]): Html {
  const minutes = Math.max(1, Math.ceil(seconds / 60));
  return needing(
    "countdown",
    html`<p data-countdown="${seconds}" data-left="${timeLeft}" data-over="${expired}">${lives(minutes)}</p>`,
  );
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
