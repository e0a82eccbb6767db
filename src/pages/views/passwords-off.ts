import { actionLink, explanationCard } from "./explanation.ts";
import type { Html } from "./html.ts";
import { type Frame, page } from "./layout.ts";

/** The page replaces those that ask for a password if passwords are off. */
export function passwordsOffPage(frame: Frame): Html {
  const texts = frame.texts.identities.passwordsOff;
  const main = explanationCard(frame, texts, actionLink("/sign-in", frame.texts.signIn.title));
  return page({ ...frame, here: "/sign-in" }, { title: texts.happened, main });
}
