import { numbersIn } from "../../formats.ts";

export const requests = {
  title: "Requests",
  what: "Rejected requests, the latest verified ones, and a sample of the others. Anyone who knows the consumer key can cause unauthenticated ones. When many are rejected, only some are kept.",
  /** It is below the list. */
  kept: (days: number) =>
    `Requests are kept for ${days === 1 ? "a day" : `${numberFormat.format(days)} days`}, without bodies and secrets.`,
  off: "The administrator has turned off the request log.",
  search: "ID, path, or screen name",
  cause: "Cause",
  anyCause: "Any cause",
  period: "Time",
  periods: { all: "All that are kept", day: "Last 24 hours", hour: "Last hour" },
  show: "Show",
  statesLabel: "Result",
  /** A number follows. */
  states: { all: "All", verified: "Verified", rejected: "Rejected" },
  refresh: "Refresh",
  live: {
    /** The button that takes the place of "Refresh" where the list refreshes itself. */
    on: "Live",
    ended: "The list stopped refreshing after 10 minutes. “Live” starts it again.",
    failed: "The list couldn’t be refreshed, so it stopped. “Live” starts it again.",
  },
  back: "All requests",
  none: "There are no requests yet.",
  noMatch: "No request matches.",
  /** The tag of a request to one of the administrator's APIs. */
  gateway: "gateway",
  /** A request to one of the administrator's APIs has no operation to name. */
  yourApi: "Your API",
  verified: "Verified",
  /** The caller of a request without a user. */
  alone: "The application itself",
  id: "Request ID",
  when: "When",
  caller: "Caller",
  operation: "Operation",
  code: "Error code",
  message: "Error message returned to your program",
  sent: "What your program sent",
  /** It follows the time that a program signed, in seconds. */
  late: (seconds: number) =>
    seconds > 0
      ? `${numberFormat.format(seconds)} s late`
      : `${numberFormat.format(-seconds)} s early`,
  address: "IP address",
  credential: "Credential",
  credentials: {
    "consumer secret": "Consumer secret",
    "previous consumer secret": "Previous consumer secret",
    "bearer token": "Bearer token",
    "previous bearer token": "Previous bearer token",
  },
  curl: "Copy as curl",
  curlHint: "The request log doesn’t have secrets, so fill in the words in capital letters.",
  fixed: {
    title: "Copy fixed code",
    hint: "These programs send the request with the right signature. They read the secrets from the environment. Replace “[hidden]” with the value, which the request log doesn’t have.",
    /** It leads to other programs, if none can send this request. */
    none: "Programs that sign correctly, in your language",
  },
  request: "The request, without its secrets",
  /** The link follows. */
  link: "Link for other editors of this application:",
  atRejection:
    "This was found when the request was rejected. It doesn’t change when you change the application.",
  /** The doctor finds nothing, because something else rejected the request. */
  noCause: {
    what: "The credentials in this request are right.",
    advice: "The error code says why it was rejected.",
  },
  notFound: {
    what: "There’s no request with this ID.",
    advice:
      "It may have expired. When many requests are rejected, only some are kept. You can paste the request instead.",
  },
};

const numberFormat = numbersIn("en");
