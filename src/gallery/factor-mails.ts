import type { FactorNews } from "../domain/account-notice.ts";
import type { Frame } from "../views/layout.ts";
import { accountLetter, letterPage } from "../views/letters.ts";
import type { GalleryState } from "./gallery-state.ts";

/** The mails about changes to the things that a person signs in with. */
export function factorMails(frame: Frame, news: readonly FactorNews[]): readonly GalleryState[] {
  const to = "alice@people.example";
  return news.map((one) => ({
    name: `mail-factors-${one.toLowerCase()}`,
    page: letterPage(frame, accountLetter(frame, { to, screenName: "alice", news: one })),
  }));
}
