import type { FactorNews } from "../../domain/account-notice.ts";
import { accountEmail, emailPage } from "../views/emails.ts";
import type { Frame } from "../views/layout.ts";
import type { GalleryState } from "./gallery-state.ts";

export function factorMails(frame: Frame, news: readonly FactorNews[]): readonly GalleryState[] {
  const to = "alice@users.example";
  return news.map((one) => ({
    name: `mail-factors-${one.toLowerCase()}`,
    page: emailPage(frame, accountEmail(frame, { to, screenName: "alice", news: one })),
  }));
}
