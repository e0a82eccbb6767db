import type { UsersTexts } from "../../texts/portal/users.ts";

export const users: UsersTexts = {
  title: "Users",
  weeksChange: "Change in the last 7 days",
  change: (count) => changeFormat.format(count),
  caption: "People who gave access, week by week",
  day: "End of (UTC)",
  step: (at) => dayFormat.format(at),
  whoIsCounted:
    "You see how many people gave access, never who. Somebody who gave both levels is counted in both.",
  none: "Nobody has given it access.",
  noneAdvice:
    "Send people to the consent page from your program, or be the first: take the walk under “Try it”.",
};

const changeFormat = new Intl.NumberFormat("en", { signDisplay: "exceptZero" });

const dayFormat = new Intl.DateTimeFormat("en", {
  month: "short",
  day: "numeric",
  timeZone: "UTC",
});
