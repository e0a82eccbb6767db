import { requesterOf } from "../authentication/requester.ts";
import type { UserId } from "../domain/credentials.ts";
import type { Call } from "../endpoint.ts";
import type { FactorNews } from "../languages/texts/mail.ts";
import type { Frame } from "../views/layout.ts";
import { factorLetter } from "../views/letters.ts";
import { letterFrame } from "./letter-frame.ts";

/** Mails a person what happened to the factors of their account, where mail can be sent and there is an address. */
export async function tellOfFactors(
  {
    incoming,
    dependencies: { ledger, mail },
    frame,
  }: Pick<Call, "incoming" | "dependencies"> & { readonly frame: Frame },
  userId: UserId,
  news: FactorNews,
): Promise<void> {
  if (mail === undefined) return;
  const user = await ledger.userById(userId);
  if (user === undefined || user.email === "") return;
  const { email: to, screenName } = user;
  const letter = factorLetter(letterFrame(frame, user), { to, screenName, news });
  mail.send(letter, requesterOf(incoming, userId));
}
