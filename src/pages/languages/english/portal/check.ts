import { numbersIn } from "../../formats.ts";
import { causes } from "./causes.ts";

export const check = {
  title: "Check a request",
  link: {
    what: "A signature doesn’t match?",
    advice: "Paste the request to find out why.",
  },
  what: "Paste a request that was rejected. You’ll see what’s wrong with it, what to change, and what the service signs beside what your program signed.",
  request: "Request",
  hint: "A curl command, a raw HTTP request, or a HAR entry, with its Authorization header. Or the method and URL on one line, then the headers, an empty line, and the body.",
  notKept: "The request isn’t stored, and its nonce isn’t used up.",
  submit: "Check request",
  another: "Check another request",
  notChecked: "The request wasn’t checked.",
  problems: {
    empty: "Paste a request.",
    "too-long": "It’s longer than 32,768 characters. Leave out what isn’t part of the request.",
    "not-understood": "It doesn’t look like a curl command, an HTTP request, or a HAR entry.",
    "no-address": "It has no URL.",
    "unclosed-quote": "A quote in the curl command isn’t closed. Paste the whole command.",
    "bad-json": "It looks like a HAR entry, but isn’t valid JSON. Paste it whole.",
    "no-request-in-json": "The JSON has no request with a URL. Paste one entry of the HAR file.",
    "body-in-file":
      "The curl command reads its body from a file. Replace @ and the file’s name with its content.",
    "too-many": "You’ve checked many requests in a short time. Try again in a few minutes.",
  },
  answer: "Answer",
  right: {
    what: "The signature matches.",
    advice: "Nothing in this request is wrong.",
  },
  /** Each finding has a tag, and below them is what the tags mean. */
  certainty: {
    certain: {
      tag: "Certain",
      means:
        "Certain: the service reproduced your signature by making the same mistake, or knows the cause.",
    },
    guess: {
      tag: "Likely",
      means: "Likely: it would explain the request, but so might something else.",
    },
  },
  baseStrings: {
    title: "Base strings",
    expected: "What the service signs",
    signed: "What your program signed",
    /** The position is for readers who cannot see the mark. */
    differ: (character: number) =>
      `The first difference is at character ${numberFormat.format(character)} (highlighted).`,
    unknown: "Compare this with the base string that your program signs.",
  },
  tried: (ways: number) =>
    `${numberFormat.format(ways)} ${ways === 1 ? "way" : "ways"} of signing tried.`,
  causes,
  rejected: {
    title: "Rejected requests",
    what: "The latest requests that named this application and were rejected in the last day. Anyone who knows the consumer key can cause them. When many are rejected, only some are kept.",
    none: "No request was rejected in the last day.",
    when: "When",
    operation: "Operation",
    /** A request to one of the administrator's APIs has no operation to name. */
    api: "Your API",
    code: "Error code",
    id: "Request ID",
    hint: "A rejection names it in the x-countersign-request header.",
    submit: "Show request",
    notFound: {
      what: "There’s no rejected request with this ID.",
      advice:
        "Requests are kept for a day, and when many are rejected, only some are. You can paste the request instead.",
    },
    message: "Error message returned to your program",
    request: "The request, without its secrets",
    atRejection:
      "This was found when the request was rejected. It doesn’t change when you change the application.",
    /** The doctor finds nothing, because something else rejected the request. */
    noCause: {
      what: "The credentials in this request are right.",
      advice: "The error code says why it was rejected.",
    },
  },
};

export type CheckProblem = keyof typeof check.problems;

const numberFormat = numbersIn("en");
