import { sentence } from "../sentence.ts";
import type { TryItTexts } from "../texts/try-it.ts";

export const tryIt: TryItTexts = {
  title: "Try it",
  what: "Complete programs with your consumer key filled in. Put the secrets into the environment, then copy one and run it.",
  apis: "The same credentials work for calls to the APIs under these addresses. Sign the address that you call.",
  programs: {
    curl: "Gets a bearer token and asks how the rate limits stand. A bearer token speaks for the application alone. Calls for a person are signed by OAuth 1.0a, which curl cannot do.",
    "openid-client":
      "Gets a bearer token and asks how the rate limits stand, for the application alone.",
    "oauth-1.0a": "Signs any call with an access token: here it asks whose token it is.",
    oauth:
      "Asks a person for access from a terminal. They type in a PIN, so no callback is needed.",
    "passport-twitter":
      "Signs people in to a website: asks a person for access and takes them back to your callback.",
  },
  variables: {
    title: "What the programs read from the environment",
    CONSUMER_SECRET: "Your application’s secret. You saw it once, when it was made.",
    ACCESS_TOKEN: "An access token, such as your own one of this application.",
    ACCESS_TOKEN_SECRET: "The secret that belongs to this access token.",
  },
  pasteIntoTerminal: "Paste it into a terminal, or save it and run it with sh.",
  saveAs: (file) => `Save it as ${file} and run:`,
  walk: {
    title: "Walk the flow yourself",
    pageTitle: (application) => sentence`The flow of ${application}, step by step`,
    what: "See the consent page as your users see it, and then what is sent and received at each step. It ends with an access token of this application for your own account.",
    start: "Start the walk",
    suspended: (because) => sentence`This application is suspended: ${because}`,
    suspendedAdvice: "Nobody can authorize it until an operator restores it.",
    inside:
      "Your application sends and receives the same over the network, and signs it with its secret. Here every step was taken inside the service. Secrets and tokens are cut short.",
    sent: "Sent",
    received: "Received",
    requestToken: {
      title: "A request token",
      what: "Your application asks for it and says where people go afterwards.",
    },
    consent: {
      title: "Consent",
      toDo: "Authorize the application on the consent page. It brings you back here.",
      toDoForPin: "Authorize the application on the consent page, then come back with the PIN.",
      open: "Open the consent page",
      given: {
        read: (person) => sentence`${person} lets the application read.`,
        write: (person) => sentence`${person} lets the application read and write.`,
      },
    },
    verifier: {
      title: "The verifier",
      brought: "The browser brought it to the callback.",
      typed: "It is the PIN that was typed in.",
      pin: "PIN",
      exchange: "Exchange for an access token",
    },
    accessToken: {
      title: "An access token",
      what: "The request token and the verifier are exchanged for it, and are used up.",
    },
    use: { title: "A call with it", what: "From now on it speaks for the person." },
    problems: {
      expired: {
        what: "This walk cannot go on.",
        advice: "Its request token has expired or was used. Start again.",
      },
      cancelled: {
        what: "You cancelled.",
        advice:
          "Your application hears of it by the parameter denied and gets no access. Start again if you like.",
      },
      "somebody-else": {
        what: "Somebody else authorized it.",
        advice: "A walk is for your own account. Start again and authorize it as yourself.",
      },
      "not-approved": {
        what: "It is not authorized yet.",
        advice: "Open the consent page first.",
      },
      "wrong-verifier": {
        what: "That is not the code.",
        advice: "Type it as the page shows it. After five wrong tries you have to start again.",
      },
    },
    back: "Back to the application",
  },
};
