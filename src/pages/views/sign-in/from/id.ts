import { type Html, html } from "../../html.ts";
import { type Frame, page } from "../../layout.ts";
import { notice } from "../../notice.ts";
import { phrase } from "../../phrase.ts";
import { withSupport } from "../../support.ts";

export function suspendedPage({
  frame,
  because,
}: {
  readonly frame: Frame;
  readonly because: string;
}): Html {
  const { signIn } = frame.texts;
  const { happened, meaning, advice } = signIn.problems.suspended;
  const main = html`<article>
<h1>${happened}</h1>
${notice("now", meaning, html`${phrase(signIn.suspendedBecause(because))} ${withSupport(frame, advice)}`)}
</article>`;
  return page({ ...frame, here: "/sign-in" }, { title: happened, main });
}
