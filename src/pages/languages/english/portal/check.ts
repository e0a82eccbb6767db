import { numbersIn } from "../../formats.ts";
import { causes } from "./causes.ts";

export const check = {
  title: "Debug a signature",
  link: {
    what: "A signature doesn’t match?",
    advice: "Paste the request to find out why.",
  },
  what: "Paste a request that was rejected. You’ll see what’s wrong with it, what to change, and what the service signs beside what your program signed.",
  request: "Request",
  hint: "A curl command, a raw HTTP request, or a HAR entry, with its Authorization header. Or the method and URL on one line, then the headers, an empty line, and the body.",
  notKept: "The request isn’t stored, and its nonce isn’t used up.",
  submit: "Find the cause",
  another: "Debug another signature",
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
};

export type CheckProblem = keyof typeof check.problems;

const numberFormat = numbersIn("en");
