import type { UseTexts } from "../../texts/portal/use.ts";

export const use: UseTexts = {
  title: "Use",
  periodsLabel: "Period",
  periods: { hour: "Last hour", day: "Last day", week: "Last week" },
  captions: {
    hour: "Requests in the last hour, by five minutes",
    day: "Requests in the last day, by the hour",
    week: "Requests in the last week, by six hours",
  },
  time: "From (UTC)",
  total: "Total",
  verified: "Verified",
  issued: "Tokens issued",
  refused: (code) => `Refused: ${code}`,
  whatTheyAre:
    "Verified are requests whose credentials held, also those that were given a token. A refusal is told by its error code; requests with a wrong signature or secret are nobody's, and not counted here.",
  limits: {
    title: "Rate limits now",
    what: "How many requests this application has left until they are counted anew. Limits that count each person separately are not shown.",
    off: "This service limits no requests.",
    operation: "Operation",
    limit: "Limit",
    remaining: "Remaining",
    resetsAt: "Resets at (UTC)",
    reset: (at) => timeFormat.format(at),
  },
  none: "There were no requests in this time.",
  noneAdvice: "Try it out, and look here again: counts appear at once.",
  step: {
    hour: (at) => timeFormat.format(at),
    day: (at) => timeFormat.format(at),
    week: (at) => dayAndTimeFormat.format(at),
  },
  number: (count) => numberFormat.format(count),
};

const numberFormat = new Intl.NumberFormat("en");

const timeFormat = new Intl.DateTimeFormat("en", {
  hour: "2-digit",
  minute: "2-digit",
  hourCycle: "h23",
  timeZone: "UTC",
});

const dayAndTimeFormat = new Intl.DateTimeFormat("en", {
  month: "short",
  day: "numeric",
  hour: "2-digit",
  minute: "2-digit",
  hourCycle: "h23",
  timeZone: "UTC",
});
