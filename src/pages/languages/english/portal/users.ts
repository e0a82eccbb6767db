import { numbersIn, timesIn } from "../../formats.ts";

/** Times are milliseconds since the epoch, and shown in UTC. */
export const users = {
  title: "Users",
  /** Zero follows, or a number with its sign. */
  weeksChange: "Change in the last 7 days",
  change: (count: number) => changeFormat.format(count),
  caption: "Users who gave access, by week",
  summary: (now: number, then: number) =>
    `Both levels together now: ${numberFormat.format(now)}. 13 weeks ago: ${numberFormat.format(then)}.`,
  day: "Week ending (UTC)",
  step: (at: number) => dayFormat.format(at),
  whoIsCounted:
    "You see how many users gave access, never who. Someone who gave both levels is counted in both.",
  none: "No one has given it access yet.",
  noneAdvice:
    "Send users to the consent page from your program, or be the first with the walkthrough under “Try it”.",
};

const changeFormat = numbersIn("en", { signDisplay: "exceptZero" });

const dayFormat = timesIn("en", {
  month: "short",
  day: "numeric",
  timeZone: "UTC",
});

const numberFormat = numbersIn("en");
