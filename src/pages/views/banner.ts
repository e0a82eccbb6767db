import type { Sentence } from "../languages/sentence.ts";
import { type Html, html, needing, type Printable } from "./html.ts";
import { phrase } from "./phrase.ts";

/** What a banner or a tag means: all is well, act soon, act now, or only good to know. */
export type Meaning = "good" | "soon" | "now" | "information";

/** A sign of the meaning and bold text mark it, not only color. What to do is at its end. */
export function banner(meaning: Meaning, what: Printable, more: Printable, action?: Html): Html {
  return bannerBox(
    meaning,
    html` role="note"`,
    html`<p><strong>${what}</strong> ${more}</p>`,
    action,
  );
}

/** Screen readers announce the problem, its fields refer to it, and the focus starts here. */
export function alert(id: string, what: string, more: Printable): Html {
  return problem(html` id="${id}" tabindex="-1" autofocus`, what, more);
}

/** Something is asked for before what was wanted is done; nothing is wrong. The focus starts here. */
export function confirmation(id: string, what: string, more: Printable): Html {
  const attributes = html` role="status" id="${id}" tabindex="-1" autofocus`;
  return bannerBox("information", attributes, html`<p><strong>${what}</strong> ${more}</p>`);
}

/** The focus starts in a field, otherwise it is like `alert`. */
export function quietAlert(id: string, what: string, more: Printable, further?: Html): Html {
  return problem(html` id="${id}"`, what, more, further);
}

/** What was asked for is done, and the focus starts here. It can say what to do next. The first sentence is bold. */
export function done(text: string | Sentence, meaning: Meaning = "good", action?: Html): Html {
  const attributes = html` role="status" tabindex="-1" autofocus`;
  const [what, more] = afterFirst(typeof text === "string" ? [text] : text);
  const content = html`<p><strong>${phrase(what)}</strong>${phrase(more)}</p>`;
  return bannerBox(meaning, attributes, content, action);
}

/** Nothing was left to do, which is no problem, and the focus starts here. */
export function nothingDone(what: string, more: string): Html {
  const attributes = html` role="status" tabindex="-1" autofocus`;
  return bannerBox("information", attributes, html`<p><strong>${what}</strong> ${more}</p>`);
}

/** A period in a name ends no sentence. */
function afterFirst(sentences: Sentence): readonly [what: Sentence, more: Sentence] {
  for (const [at, part] of sentences.entries()) {
    const end = typeof part === "string" ? part.search(/(?<=[.!?؟]) /) : -1;
    if (typeof part !== "string" || end < 0) continue;
    return [
      [...sentences.slice(0, at), part.slice(0, end)],
      [part.slice(end), ...sentences.slice(at + 1)],
    ];
  }
  return [sentences, []];
}

function problem(attributes: Html, what: string, more: Printable, further?: Html): Html {
  const text = html`<p><strong>${what}</strong> ${more}</p>`;
  return alertBox(attributes, html`${text}${further}`);
}

/** The title of its page says that there is a problem. */
export function alertBox(attributes: Html, content: Html): Html {
  return needing("problem-title", bannerBox("now", html` role="alert"${attributes}`, content));
}

/** A banner of several paragraphs has a heading, to which its attributes refer. */
export function bannerBox(meaning: Meaning, attributes: Html, content: Html, action?: Html): Html {
  return html`<div class="banner ${meaning}"${attributes}>${sign(meaning)}<div>${content}</div>${action}</div>`;
}

const paths: Readonly<Record<Meaning, string>> = {
  good: "M12 21a9 9 0 1 0 0-18 9 9 0 0 0 0 18zM8 12.5l3 3 5-6.5",
  soon: "M12 4L2.5 20h19zM12 10v4M12 17v.01",
  now: "M8 3h8l5 5v8l-5 5H8l-5-5V8zM12 7.5v5.5M12 16.5v.01",
  information: "M12 21a9 9 0 1 0 0-18 9 9 0 0 0 0 18zM12 11v5.5M12 7.5v.01",
};

function sign(meaning: Meaning): Html {
  return html`<svg class="lines" viewBox="0 0 24 24" width="20" height="20" aria-hidden="true"><path stroke-width="2" d="${paths[meaning]}"/></svg>`;
}

/** One or two words about what stands beside it. Its mark has a shape for each meaning. */
export function tag(meaning: Meaning, text: Printable): Html {
  return html`<span class="tag ${meaning}">${text}</span>`;
}
