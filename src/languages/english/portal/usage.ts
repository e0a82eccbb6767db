import { numbersIn, timesIn } from "../../formats.ts";
import type { UsageTexts } from "../../texts/portal/usage.ts";
import { inRequests } from "../counts.ts";

export const usage: UsageTexts = {
  title: "Usage",
  periodsLabel: "Period",
  periods: { hour: "Last hour", day: "Last day", week: "Last week" },
  captions: {
    hour: "Requests in the last hour, in five-minute steps",
    day: "Requests in the last day, by hour",
    week: "Requests in the last week, in six-hour steps",
  },
  requests: "Requests",
  allRefused: "Refused",
  changes: {
    hour: changeTo("the hour before"),
    day: changeTo("the day before"),
    week: changeTo("the week before"),
  },
  table: "Show the numbers",
  time: "From",
  total: "Total",
  verified: "Verified",
  issued: "Tokens issued",
  refused: (code) => `Refused: ${code}`,
  codes: "What the codes mean:",
  whatTheyAre:
    "Verified requests had valid credentials; requests for tokens are among them. Refused requests are shown by error code. Requests with a wrong signature or secret aren’t counted, because anyone can send them. They’re listed below as unproven.",
  limits: {
    title: "Rate limits now",
    what: "How many requests this application has left before each limit resets. Limits per person aren’t shown.",
    off: "Rate limits are turned off.",
    operation: "Operation",
    remaining: "Remaining",
    of: (remaining, limit) =>
      `${numberFormat.format(remaining)} of ${numberFormat.format(limit)} left`,
    resetsAt: "Resets at",
    reset: (at) => timeFormat.format(at),
  },
  unproven: {
    title: "Unproven requests",
    none: "No failed signatures or secrets since this server started.",
    count: (count) => `${inRequests(count)} failed to prove that they’re from this application,`,
    since: "since",
    anybody:
      "Anyone who knows the consumer key can cause these. Each server keeps the latest in memory until it restarts.",
    when: "When",
    cause: "Cause",
    operation: "Operation",
    api: "Your API",
    causes: {
      signature: {
        what: "Wrong signature",
        advice: "Compare the base string and the secrets with your program’s.",
      },
      secret: {
        what: "Wrong consumer secret",
        advice: "Use the current secret, or regenerate it.",
      },
      token: {
        what: "Unknown token",
        advice: "It was revoked, has expired, or belongs to another application.",
      },
      clock: {
        what: "Timestamp out of bounds",
        advice: "Set the clock of the computer that signs.",
      },
      nonce: {
        what: "Nonce used before",
        advice: "Create a new nonce for every request, retries included.",
      },
    },
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

const numberFormat = numbersIn("en");

const timeFormat = timesIn("en", {
  hour: "2-digit",
  minute: "2-digit",
  hourCycle: "h23",
  timeZone: "UTC",
  timeZoneName: "short",
});

const dayAndTimeFormat = timesIn("en", {
  month: "short",
  day: "numeric",
  hour: "2-digit",
  minute: "2-digit",
  hourCycle: "h23",
  timeZone: "UTC",
  timeZoneName: "short",
});

function changeTo(period: string): (count: number, before: number) => string {
  return (count, before) => {
    if (count === before) return `Same as ${period}`;
    if (before === 0) return `None in ${period}`;
    const change = (count - before) / before;
    return change > 0
      ? `${percent.format(Math.abs(change))} more than ${period}`
      : `${percent.format(Math.abs(change))} less than ${period}`;
  };
}

const percent = numbersIn("en", { style: "percent", maximumFractionDigits: 0 });
