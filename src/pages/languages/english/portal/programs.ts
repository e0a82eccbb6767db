export const programs = {
  title: "Try it",
  heading: "Programs",
  what: "Complete programs with your consumer key filled in. They read the secrets from the environment file that you saved when you created the application.",
  /** The origins of the administrator's APIs follow. */
  apis: "The same credentials work for APIs at these addresses. Sign the URL you call.",
  programs: {
    curl: "Gets a bearer token and reads the rate limits. A bearer token represents the application, not a user. Calls for a user need OAuth 1.0a signatures, which curl can’t create.",
    "openid-client": "Gets a bearer token and reads the rate limits as the application.",
    "oauth-1.0a": "Signs any call with an access token. This example asks whose token it is.",
    oauth: "Asks a user for access from a terminal. They enter a PIN, so no callback is needed.",
    "passport-twitter":
      "Signs users in to a website. It asks for access and returns them to your callback.",
    python: "Signs a call with an access token, using only the standard library.",
    php: "Signs a call with an access token. Needs PHP 8 with OpenSSL and no packages.",
    go: "Signs a call with an access token, using only the standard library.",
  },
  variables: {
    title: "Environment variables",
    CONSUMER_SECRET: "Your application’s secret, shown once when you created it.",
    ACCESS_TOKEN: "An access token, such as your own for this application.",
    ACCESS_TOKEN_SECRET: "The secret that belongs to this access token.",
  },
  /** The commands that run a program follow. */
  pasteIntoTerminal:
    "Load the variables from the file you saved, then paste the program into the same terminal:",
  saveAs: (file: string) => `Save it as ${file} and run:`,
};
