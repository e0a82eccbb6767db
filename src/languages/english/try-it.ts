import type { TryItTexts } from "../texts/try-it.ts";

export const tryIt: TryItTexts = {
  title: "Try it",
  what: "Complete programs with your consumer key filled in. Put the secrets into the environment, then copy one and run it.",
  programs: {
    curl: "Gets a bearer token and asks how the rate limits stand. A bearer token speaks for the application alone: curl cannot sign OAuth 1.0a, which calls for a person need.",
    "openid-client":
      "Gets a bearer token and asks how the rate limits stand, for the application alone.",
    "oauth-1.0a": "Signs any call with an access token: here it asks whose token it is.",
    oauth:
      "Asks a person for access from a terminal. They type in a PIN, so no callback is needed.",
    "passport-twitter":
      "“Sign in with” for a website: asks a person for access and takes them back to your callback.",
  },
  variables: {
    title: "What the programs read from the environment",
    CONSUMER_SECRET: "Your application’s secret. You saw it once, when it was made.",
    ACCESS_TOKEN: "An access token, such as your own one of this application.",
    ACCESS_TOKEN_SECRET: "The secret that belongs to this access token.",
  },
  pasteIntoTerminal: "Paste it into a terminal, or save it and run it with sh.",
  saveAs: (file) => `Save it as ${file} and run:`,
};
