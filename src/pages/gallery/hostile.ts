import type { Html } from "../views/html.ts";
import type { GalleryState } from "./gallery-state.ts";

/** These names and hosts, which someone may try to use, mislead users or break a page. */
export const hostile = {
  long: "Wettervorhersagenbenachrichtigungsdienstleistungen",
  screenName: `${"wetter-vorhersage.".repeat(3)}MMMMMMMMMM`,
  script: `<script>alert(1)</script>"'><img src=x onerror=alert(1)>`,
  override: "Weather \u{202E}toB\u{202C} \u{2066}Bot\u{2069}",
  hidden: "Wea\u{200B}ther\u{AD} B\u{200D}ot\u{0}\u{1B}[31m",
  rightToLeft: "طقس اليوم، من أجلك!",
  emoji: "🌦️👩‍👩‍👧‍👦 Weather 🏳️‍🌈",
  piled: `W${"\u{336}\u{35C}\u{489}".repeat(20)}eather`,
  lookalike: "We\u{430}ther B\u{43E}t",
  longHost: `${"a-very-long-label-that-never-ends.".repeat(4)}weatherbot.example:8443`,
  punycode: "xn--wether-bot-83h.example",
};

export function underHostileNames(
  prefix: string,
  show: (name: string) => Html,
): readonly GalleryState[] {
  const { long, script, override, hidden, rightToLeft, emoji, piled, lookalike } = hostile;
  return Object.entries({
    "long-name": long,
    "script-name": script,
    "override-name": override,
    "hidden-name": hidden,
    "right-to-left-name": rightToLeft,
    "emoji-name": emoji,
    "piled-name": piled,
    "lookalike-name": lookalike,
  }).map(([name, value]) => ({ name: `${prefix}-${name}`, page: show(value) }));
}
