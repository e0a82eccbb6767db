import type { AccessLevel } from "../../../../domain/access.ts";
import { sentence } from "../../sentence.ts";

export const walk = {
  title: "Walk through the flow",
  what: "See the consent page as your users see it, then what’s sent and received at each step. At the end, this application has an access token for your own account.",
  start: "Start the walkthrough",
  suspendedAdvice: "No one can authorize it until an administrator restores it.",
  inside:
    "Your application sends and receives the same over the network and signs each request with its secret. Here, every step ran inside the service. Secrets and tokens are shortened.",
  sent: "Sent",
  received: "Received",
  requestToken: {
    title: "A request token",
    what: "Your application requests it and says where users go afterwards.",
  },
  consent: {
    title: "Consent",
    toDo: "Authorize the application on the consent page. You’ll come back here afterwards.",
    toDoForPin: "Authorize the application on the consent page, then come back with the PIN.",
    open: "Open the consent page",
    openInTab: "Open the consent page in a new tab",
    given: {
      read: (user: string) => sentence`${user} gave the application read access.`,
      write: (user: string) => sentence`${user} gave the application read and write access.`,
    } satisfies Record<AccessLevel, unknown>,
  },
  verifier: {
    title: "The verifier",
    brought: "The browser passed it to your callback.",
    typed: "It’s the PIN that was entered.",
    pin: "PIN",
    exchange: "Exchange for an access token",
  },
  accessToken: {
    title: "An access token",
    what: "The request token and the verifier are exchanged for it and can’t be used again.",
  },
  use: { title: "A call with it", what: "From now on, calls with it act for the user." },
  problems: {
    expired: {
      what: "This walkthrough can’t continue.",
      advice: "Its request token expired or was already used. Start again.",
    },
    canceled: {
      what: "You canceled.",
      advice:
        "Your application is notified with the parameter denied and gets no access. Start again if you like.",
    },
    "somebody-else": {
      what: "Someone else authorized it.",
      advice: "The walkthrough is for your own account. Start again and authorize it as yourself.",
    },
    "not-approved": {
      what: "It isn’t authorized yet.",
      advice: "Open the consent page first.",
    },
    "missing-verifier": {
      what: "The PIN is missing.",
      advice: "Enter it as the consent page shows it.",
    },
    "wrong-verifier": {
      what: "That’s not the PIN.",
      advice: "Enter it as the page shows it. After five wrong attempts, you have to start again.",
    },
  },
};

export type WalkProblem = keyof typeof walk.problems;
