import type { UseTexts } from "../../texts/portal/use.ts";

export const use: UseTexts = {
  title: "Usage",
  periodsLabel: "Period",
  periods: { hour: "Last hour", day: "Last day", week: "Last week" },
  captions: {
    hour: "Requests in the last hour, in five-minute steps",
    day: "Requests in the last day, by hour",
    week: "Requests in the last week, in six-hour steps",
  },
  time: "From (UTC)",
  total: "Total",
  verified: "Verified",
  issued: "Tokens issued",
  refused: (code) => `Refused: ${code}`,
  whatTheyAre:
    "Verified requests had valid credentials, including those that were issued a token. Refused requests are shown by error code. Requests with a wrong signature or secret aren’t counted, because anyone can send them.",
  limits: {
    title: "Rate limits now",
    what: "How many requests this application has left before each limit resets. Limits per person aren’t shown.",
    off: "Rate limits are turned off.",
    operation: "Operation",
    limit: "Limit",
    remaining: "Remaining",
    resetsAt: "Resets at (UTC)",
    reset: (at) => timeFormat.format(at),
  },
  none: "No requests in this period.",
  noneAdvice: "Try it out and check back: new requests appear immediately.",
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
