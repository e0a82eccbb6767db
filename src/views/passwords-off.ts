import { actionLink, explanationCard } from "./explanation.ts";
import type { Html } from "./html.ts";
import { type Frame, page } from "./layout.ts";

/** Where passwords are no way in, in place of a page that asks for one. */
export function passwordsOffPage(frame: Frame): Html {
  const texts = frame.texts.identities.passwordsOff;
  const main = explanationCard(frame, texts, actionLink("/sign-in", frame.texts.signIn.title));
  return page({ ...frame, here: "/sign-in" }, { title: texts.happened, main });
}
