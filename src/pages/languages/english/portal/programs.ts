import { numbersIn } from "../../formats.ts";

export const programs = {
  title: "Try it",
  heading: "Programs",
  what: "Complete programs that read your application’s keys from the environment file that you saved when you created it.",
  /** The origins of the administrator's APIs follow. */
  apis: {
    title: "Addresses of APIs",
    what: "The same credentials work for APIs at these addresses. Sign the URL you call.",
  },
  /** Links to the documentation. */
  more: {
    pin: "Ask a user for access with a PIN",
    "sign-in": "Sign users in to a website",
    bearer: "Call without a user",
  },
  /** A program below the one with a library. */
  withoutLibrary: "Without a library",
  variables: {
    title: "Environment variables",
    CONSUMER_SECRET: "Your application’s secret, shown once when you created it.",
    ACCESS_TOKEN: "An access token, such as your own for this application.",
    ACCESS_TOKEN_SECRET: "The secret that belongs to this access token.",
  },
  /** The time of a call follows, and whether it was verified. */
  arrived: {
    waiting: "Waiting for your program’s first call…",
    label: "Your call arrived:",
    open: "See the request",
    live: {
      ended: "This line stopped refreshing after 10 minutes. “Live” starts it again.",
      failed: "This line couldn’t be refreshed, so it stopped. “Live” starts it again.",
    },
  },
  send: {
    title: "A call without a program",
    what: "The service signs GET account/verify_credentials with your own access token and checks it like a call from your program. It counts toward the limits and appears under “Requests”.",
    submit: "Send it from here",
    noToken:
      "To send a signed call from this page, first create your own access token for this application.",
    createToken: "Create an access token",
    /** The status of the response follows. */
    response: "Response:",
    took: (ms: number) => `in ${numberFormat.format(ms)} ms`,
  },
  /** The commands that run a program follow. */
  saveAs: (file: string) => `Save it as ${file} and run:`,
};

const numberFormat = numbersIn("en");
