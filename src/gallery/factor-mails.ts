import type { FactorNews } from "../domain/account-notice.ts";
import type { Frame } from "../views/layout.ts";
import { accountLetter, letterPage } from "../views/letters.ts";
import type { GalleryState } from "./gallery-state.ts";

export function factorMails(frame: Frame, news: readonly FactorNews[]): readonly GalleryState[] {
  const to = "alice@people.example";
  return news.map((one) => ({
    name: `mail-factors-${one.toLowerCase()}`,
    page: letterPage(frame, accountLetter(frame, { to, screenName: "alice", news: one })),
  }));
}
