import { sentence } from "../../sentence.ts";
import type { KeysTexts } from "../../texts/portal/keys.ts";
import { inPeople } from "../counts.ts";

export const keys: KeysTexts = {
  title: "Keys and tokens",
  terms: {
    "consumer-key": "Consumer key",
    "consumer-secret": "Consumer secret",
    "bearer-token": "Bearer token",
    "access-token": "Your own access token",
  },
  set: "Set on",
  oldUntil: "The one before it works until",
  oldEnded: "The one before it works no more.",
  outstanding: "Outstanding since",
  noBearer: "None is outstanding.",
  noAccess: "You have none.",
  access: { read: "Can read, since", write: "Can read and write, since" },
  links: {
    "consumer-secret": { make: "Regenerate", end: "Regenerate, or end the one before" },
    "bearer-token": { make: "Issue", end: "Revoke" },
    "access-token": { make: "Generate", end: "Regenerate or revoke" },
  },
  of: (application) => sentence`of ${application}`,
  notDone: "Nothing was changed.",
  regenerateSecret: {
    title: "Regenerate the secret",
    what: "You get a new secret, shown once. A client keeps working if you give it the new secret before the old one ends.",
    people: (people) =>
      `${inPeople(people)} gave access. Every client that acts for them signs with this secret.`,
    endsOlder: "Two secrets work right now. The older one ends as soon as you regenerate.",
    overlap: "How long should the present secret go on working?",
    overlaps: {
      "0": { label: "Not at all", hint: "If somebody else may know it." },
      "1h": { label: "1 hour", hint: "If you can change every client right away." },
      "24h": { label: "24 hours", hint: "If you can change every client within a day." },
      "7d": { label: "7 days", hint: "If some clients take a release to change." },
    },
    chooseOverlap: "Choose one.",
    submit: "Regenerate secret",
  },
  endOldSecret: {
    title: "End the old secret early",
    what: "Clients that still sign with the old secret stop working at once.",
    people: (people) =>
      `${inPeople(people)} gave access. A client that acts for them and has the old secret still is refused.`,
    submit: "End the old secret",
  },
  nobody: "Nobody has given it access, so no running client acts for a person.",
  issueBearer: {
    title: "Issue a bearer token",
    what: "It speaks for the application alone, not for a person. There is one at a time, and you see it once. Clients can also fetch it themselves with the consumer key and secret.",
    submit: "Issue bearer token",
  },
  revokeBearer: {
    title: "Revoke the bearer token",
    what: "Every client that uses it is refused from its next request on, until it fetches another. Nobody can show this token again, so revoke it if you need to see one here.",
    submit: "Revoke bearer token",
  },
  makeAccess: {
    generate: "Generate your access token",
    regenerate: "Regenerate your access token",
    what: "With it your own programs act as you, without asking you first. You see the token and its secret once.",
    level: {
      read: "It can read your profile and everything you can see.",
      write: "It can read, and post and change things as you.",
    },
    withEmail: "It sees your email address.",
    endsOld: "The token you have with the same access stops working at once.",
  },
  revokeAccess: {
    title: "Revoke your access",
    what: "Every token that this application has for you stops working at once. The access of other people stays.",
    submit: "Revoke my access",
  },
  made: {
    "consumer-secret": "Your new consumer secret",
    "bearer-token": "Your bearer token",
    "access-token": "Your access token",
  },
  labels: { token: "Access token", "token-secret": "Access token secret" },
  shownOnce: {
    what: "You see this once.",
    advice: "Copy it now and keep it like a password. If it is lost, you can only make a new one.",
  },
  reload: "Loading this page again makes nothing new.",
  stale: {
    "consumer-secret": {
      happened: "This secret was regenerated already",
      meaning:
        "The form was sent twice, or the secret was regenerated elsewhere since you opened the page. Nothing was changed this time.",
      advice: "If you did not see the newest secret, go back and regenerate once more.",
    },
    "bearer-token": {
      happened: "A bearer token is outstanding already",
      meaning:
        "It was shown when it was made, or a client fetched it. Nothing was changed this time.",
      advice: "If nobody kept it, go back, revoke it and issue another.",
    },
    "access-token": {
      happened: "Your access token was made already",
      meaning:
        "The form was sent twice, or the token was made elsewhere since you opened the page. Nothing was changed this time.",
      advice: "If you did not see the newest token, go back and regenerate it once more.",
    },
  },
};
