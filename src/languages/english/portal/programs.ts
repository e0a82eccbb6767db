import { sentence } from "../../sentence.ts";
import type { TryItTexts } from "../../texts/portal/programs.ts";

export const tryIt: TryItTexts = {
  title: "Try it",
  what: "Complete programs with your consumer key filled in. Set the secrets as environment variables, then copy a program and run it.",
  apis: "The same credentials work for APIs at these addresses. Sign the URL you call.",
  programs: {
    curl: "Gets a bearer token and reads the rate limits. A bearer token represents the application, not a person. Calls for a person need OAuth 1.0a signatures, which curl can’t create.",
    "openid-client": "Gets a bearer token and reads the rate limits as the application.",
    "oauth-1.0a": "Signs any call with an access token. This example asks whose token it is.",
    oauth: "Asks a person for access from a terminal. They enter a PIN, so no callback is needed.",
    "passport-twitter":
      "Signs people in to a website. It asks for access and returns them to your callback.",
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
  pasteIntoTerminal: "Paste it into a terminal, or save it and run it with sh.",
  saveAs: (file) => `Save it as ${file} and run:`,
  walk: {
    title: "Walk through the flow",
    pageTitle: (application) => sentence`The ${application} flow, step by step`,
    what: "See the consent page as your users see it, then what’s sent and received at each step. At the end, this application has an access token for your own account.",
    start: "Start the walkthrough",
    suspended: (because) => sentence`This application is suspended: ${because}`,
    suspendedAdvice: "No one can authorize it until an operator restores it.",
    inside:
      "Your application sends and receives the same over the network and signs each request with its secret. Here, every step ran inside the service. Secrets and tokens are shortened.",
    sent: "Sent",
    received: "Received",
    requestToken: {
      title: "A request token",
      what: "Your application requests it and says where people go afterwards.",
    },
    consent: {
      title: "Consent",
      toDo: "Authorize the application on the consent page. It brings you back here.",
      toDoForPin: "Authorize the application on the consent page, then come back with the PIN.",
      open: "Open the consent page",
      given: {
        read: (person) => sentence`${person} gave the application read access.`,
        write: (person) => sentence`${person} gave the application read and write access.`,
      },
    },
    verifier: {
      title: "The verifier",
      brought: "The browser delivered it to the callback.",
      typed: "It’s the PIN that was entered.",
      pin: "PIN",
      exchange: "Exchange for an access token",
    },
    accessToken: {
      title: "An access token",
      what: "The request token and the verifier are exchanged for it and can’t be used again.",
    },
    use: { title: "A call with it", what: "From now on, calls with it act for the person." },
    problems: {
      expired: {
        what: "This walkthrough can’t continue.",
        advice: "Its request token expired or was already used. Start again.",
      },
      cancelled: {
        what: "You canceled.",
        advice:
          "Your application is notified with the parameter denied and gets no access. Start again if you like.",
      },
      "somebody-else": {
        what: "Someone else authorized it.",
        advice:
          "The walkthrough is for your own account. Start again and authorize it as yourself.",
      },
      "not-approved": {
        what: "It isn’t authorized yet.",
        advice: "Open the consent page first.",
      },
      "wrong-verifier": {
        what: "That’s not the code.",
        advice:
          "Enter it as the page shows it. After five wrong attempts, you have to start again.",
      },
    },
    back: "Back to the application",
  },
};
