import { actionLink, explanationCard } from "../../explanation.ts";
import { type Html, html } from "../../html.ts";
import { type Frame, page } from "../../layout.ts";
import { phrase } from "../../phrase.ts";

export function suspendedPage({
  frame,
  because,
}: {
  readonly frame: Frame;
  readonly because: string;
}): Html {
  const { signIn, identities } = frame.texts;
  const title = signIn.suspendedTitle;
  const main = explanationCard(
    frame,
    { ...signIn.problems.suspended, happened: title },
    actionLink("/sign-in", identities.otherWays),
    html`<p>${phrase(signIn.suspendedBecause(because))}</p>`,
  );
  return page({ ...frame, here: "/sign-in" }, { title, main });
}
