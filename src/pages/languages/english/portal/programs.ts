import { numbersIn } from "../../formats.ts";

export const programs = {
  title: "Try it",
  heading: "Programs",
  what: "Complete programs with your consumer key filled in. They read the secrets from the environment file that you saved when you created the application.",
  /** The origins of the administrator's APIs follow. */
  apis: {
    title: "Addresses of APIs",
    what: "The same credentials work for APIs at these addresses. Sign the URL you call.",
  },
  programs: {
    curl: "Gets a bearer token and reads the rate limits. A bearer token represents the application, not a user. Calls for a user need OAuth 1.0a signatures, which curl can’t create.",
    "openid-client": "Gets a bearer token and reads the rate limits as the application.",
    "oauth-1.0a": "Signs any call with an access token. This example asks whose token it is.",
    oauth: "Asks a user for access from a terminal. They enter a PIN, so no callback is needed.",
    "passport-twitter":
      "Signs users in to a website. It asks for access and returns them to your callback.",
    "requests-oauthlib": "Signs a call with an access token, with requests-oauthlib.",
    "php-oauth": "Signs a call with an access token, with PHP’s OAuth extension.",
    "gomodule-oauth1": "Signs a call with an access token, with gomodule/oauth1.",
    python: "Signs a call with an access token, using only the standard library.",
    php: "Signs a call with an access token. Needs PHP 8 with OpenSSL and no packages.",
    go: "Signs a call with an access token, using only the standard library.",
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
  pasteIntoTerminal:
    "Load the variables from the file you saved, then paste the program into the same terminal:",
  saveAs: (file: string) => `Save it as ${file} and run:`,
};

const numberFormat = numbersIn("en");
