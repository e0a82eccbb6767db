import type { RequestErrorCode } from "../../../../domain/errors.ts";
import type { FailedAuthenticationCause } from "../../../../domain/failed-authentications.ts";
import { daysKept, hoursKeptDays } from "../../../../domain/usage.ts";
import type {
  ComparedChoice,
  UsageChoice,
  UsagePeriodName,
  UsageRangeProblem,
} from "../../../../domain/usage-periods.ts";
import { numbersIn, timesIn } from "../../formats.ts";
import { inRequests } from "../counts.ts";

/** Times are milliseconds since the epoch, and shown in UTC. */
export const usage = {
  title: "Usage",
  periodsLabel: "Period",
  periods: {
    hour: "1 hour",
    day: "24 hours",
    week: "7 days",
    "30-days": "30 days",
    "90-days": "90 days",
    "13-months": "13 months",
  } satisfies Record<UsagePeriodName, string>,
  /** One stands after what the chart shows, such as requests, and a colon. */
  captions: {
    hour: "last hour, in five-minute steps",
    day: "last day, by hour",
    week: "last week, in six-hour steps",
    "30-days": "last 30 days, by day (UTC)",
    "90-days": "last 90 days, by day (UTC)",
    "13-months": "last 13 months, in weeks",
    days: "the period that you chose",
  } satisfies Record<UsageChoice, string>,
  /** The same for the last hour of the whole service. */
  minutes: "last hour, by minute",
  requests: "Requests",
  allRejected: "Rejected",
  unauthenticated: {
    title: "Unauthenticated",
    count: (count: number) => `${numberFormat.format(count)} unauthenticated`,
  },
  /** The number is compared with that of the previous period. */
  changes: {
    hour: changeTo("the hour before"),
    day: changeTo("the day before"),
    week: changeTo("the week before"),
    "30-days": changeTo("the 30 days before"),
    "90-days": changeTo("the 90 days before"),
    days: changeTo("the period before"),
  } satisfies Record<ComparedChoice, unknown>,
  /** The text labels the disclosure that contains the table. */
  table: "Show the numbers",
  time: "From",
  total: "Total",
  /** A row has the highest count of each column, if counts can't be added up. */
  greatest: "Highest",
  changed: "What changed",
  verified: "Verified",
  issued: "Tokens issued",
  /** The column and the dashed line in the chart have the requests at the same time one period earlier. */
  before: {
    hour: "Hour before",
    day: "Day before",
    week: "Week before",
    "30-days": "30 days before",
    "90-days": "90 days before",
    days: "Period before",
  } satisfies Record<ComparedChoice, string>,
  summary: (requests: number, rejected: number) =>
    rejected === 0
      ? `${inRequests(requests)}, none of them rejected.`
      : `${inRequests(requests)}, ${share.format(rejected / requests)} of them rejected.`,
  /** A time and a period follow. */
  busiest: (count: number) => `The peak was ${inRequests(count)}, from`,
  /** The same for anything else: a time follows. */
  highest: (count: string) => `The peak was ${count}, from`,
  maxUsers: "Most users in a day",
  closestLimit: "Closest limit",
  byOperation: {
    title: "By operation",
    operation: "Operation",
    peak: "Limit, peak",
    /** A time, a day with a time, or a day follows. */
    closest: { clock: "closest at", "day-and-clock": "closest on", day: "closest on" },
  },
  days: {
    /** The text labels the disclosure that contains the form, if there are no days to name. */
    title: "Days",
    from: "From",
    to: "To",
    notShown: "These days can’t be shown.",
    problems: {
      "not-a-day": "Enter a day, such as 2026-05-01.",
      order: "Choose a day that isn’t before the first one.",
      future: "Choose today (UTC) or an earlier day.",
      "not-kept": `Choose one of the last ${daysKept} days. Earlier figures aren’t kept.`,
    } satisfies Record<UsageRangeProblem | "not-a-day", string>,
    show: "Show days",
    utc: `Days begin and end in UTC. Figures by the hour are kept for ${hoursKeptDays} days, and those by the day for 13 months.`,
  },
  csv: "Download CSV",
  why: {
    title: "Why rejected",
    reason: "Reason",
    share: "Share",
    percent: (part: number) => share.format(part),
    others: (count: number) => `Other reasons (${numberFormat.format(count)})`,
    reasons: {
      32: "Wrong key, signature, secret, or verifier",
      34: "No such path or method",
      64: "User suspended",
      87: "Network not allowed",
      88: "Rate limit used up",
      89: "Unknown, expired, or revoked token",
      92: "Sent over plain http",
      99: "Token requested too often",
      130: "Service over capacity",
      131: "Error in the service",
      135: "Timestamp out of bounds",
      170: "grant_type missing or not supported",
      215: "Malformed or incomplete request",
      220: "Wrong kind of token",
      251: "Retired",
      261: "No write access",
      348: "Token of someone other than the owner",
      415: "Callback URL not registered",
      416: "Application suspended or not approved",
      417: "No callback URL, and not oob",
    } satisfies Record<RequestErrorCode, string>,
  },
  whatTheyAre:
    "Verified requests had valid credentials; requests for tokens are among them. Rejected requests named this application and failed. The unauthenticated ones among them didn’t prove that they’re from it: anyone who knows the consumer key can send them.",
  /** Each limit has so much left. */
  limits: {
    title: "Rate limits now",
    what: "How many requests this application has left before each limit resets. Limits per user aren’t shown.",
    plan: (plan: string): string => `Its plan is “${plan}”.`,
    off: "Rate limits are turned off.",
    operation: "Operation",
    remaining: "Remaining",
    of: (remaining: number, limit: number) =>
      `${numberFormat.format(remaining)} of ${numberFormat.format(limit)}`,
    almostUsedUp: "Almost used up",
    usedUp: "Used up",
    resetsAt: "Resets at",
    reset: (at: number) => timeFormat.format(at),
  },
  /** The requests named the application without proving that they came from it. */
  failedAuthentications: {
    title: "Unauthenticated requests",
    none: "No failed signatures or secrets since this server started.",
    anybody:
      "Anyone who knows the consumer key can cause these. Each server keeps the latest in memory until it restarts.",
    when: "When",
    cause: "Cause",
    operation: "Operation",
    /** Another server sent the request for verification, so there is no operation to name. */
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
    } satisfies Record<FailedAuthenticationCause, unknown>,
  },
  none: "No requests in this period.",
  noneAdvice: "Try it out and check back: new requests appear immediately.",
  step: {
    clock: (at: number) => timeFormat.format(at),
    "day-and-clock": (at: number) => dayAndTimeFormat.format(at),
    day: (at: number) => dayFormat.format(at),
  },
  number: (count: number) => numberFormat.format(count),
};

const numberFormat = numbersIn("en");

const timeFormat = timesIn("en", {
  hour: "2-digit",
  minute: "2-digit",
  hourCycle: "h23",
  timeZone: "UTC",
  timeZoneName: "short",
});

const dayFormat = timesIn("en", { month: "short", day: "numeric", timeZone: "UTC" });

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

const share = numbersIn("en", { style: "percent", maximumSignificantDigits: 2 });
