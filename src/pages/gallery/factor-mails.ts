import type { FactorNews } from "../../domain/account-notice.ts";
import { accountEmail } from "../views/emails.ts";
import type { Frame } from "../views/layout.ts";
import { emailStatesOf, type GalleryState } from "./gallery-state.ts";

export function factorMails(frame: Frame, news: readonly FactorNews[]): readonly GalleryState[] {
  const to = "alice@users.example";
  return news.flatMap((one) =>
    emailStatesOf(
      frame,
      `mail-factors-${one.toLowerCase()}`,
      accountEmail(frame, { to, screenName: "alice", news: one, origin: "https://id.example.com" }),
    ),
  );
}
