import { sentence } from "../../sentence.ts";
import type { DraftTexts, SettingsTexts } from "../../texts/portal/settings.ts";
import { inPeople } from "../counts.ts";

export const draft: DraftTexts = {
  name: "Name",
  nameHint: "What people read when they are asked for access. Up to 50 characters.",
  description: "Description",
  descriptionHint: "A sentence for the people who are asked. Up to 200 characters. Optional.",
  website: "Website",
  websiteHint: "Shown next to the name, such as https://app.example. Optional.",
  access: "Access",
  read: "Read",
  readHint: "See the profile of the person and everything that they can see.",
  write: "Read and write",
  writeHint: "Also post and change things for the person.",
  callbacks: "Callback URLs",
  callbacksHint: (most) =>
    `Where people are sent back to: one on each line, up to ${most}. Leave it empty for a desktop application: people then get a PIN to type in.`,
  requestEmail: "Request email address",
  requestEmailHint: "Whoever agrees shares their email address with the application.",
  signIn: "Use Sign in with the service",
  signInHint: "Whoever gave access before is sent straight back, without being asked again.",
  advice: "What has to be mended is marked below.",
  problems: {
    "no-name": "Give the application a name.",
    "long-name": "The name is longer than 50 characters. Shorten it.",
    "odd-name": "The name has a character that cannot be seen. Type it anew.",
    "long-description": "The description is longer than 200 characters. Shorten it.",
    "odd-description": "The description has a character that cannot be seen. Type it anew.",
    website: "This is no address of a website. It looks like https://app.example.",
    "no-access": "Choose what the application may ask for.",
  },
  tooManyCallbacks: (most) => `At most ${most} callback URLs can be registered. Leave some out.`,
  moreCallbacksRefused: (count) => `${count} more cannot be registered.`,
  callbackProblems: {
    oob: () =>
      sentence`“oob” is not registered: an application without callback URLs uses PINs by itself.`,
    empty: () => sentence`It is empty.`,
    "too-long": () => sentence`It is longer than 1,000 characters.`,
    "not-ascii": () =>
      sentence`It has a space or a letter outside ASCII. Percent-encode those, and write the host in its xn-- form.`,
    unencoded: () => sentence`It has a character that URLs must percent-encode.`,
    fragment: () => sentence`It has a fragment (#). Leave it out.`,
    query: () =>
      sentence`It has a query (?). Leave it out; a request may add any query to the callback that it sends.`,
    "no-scheme": () =>
      sentence`It needs a scheme in front, such as https://app.example/callback or com.example.app://.`,
    "forbidden-scheme": (scheme) =>
      sentence`The scheme ${scheme} belongs to a system, a browser or another protocol, so it is never allowed. Use your domain in reverse, such as com.example.app.`,
    "scheme-only": (scheme) =>
      sentence`An app’s own scheme is registered as ${`${scheme}://`} with nothing after it.`,
    "plain-http": () =>
      sentence`http is for this machine only (localhost, 127.0.0.1, [::1]). Use https.`,
    host: () =>
      sentence`Its host must be a plain name or address, without a user name and without a dot at the end.`,
    "invalid-host": () => sentence`Its host is not valid.`,
    "other-host": (host) => sentence`Browsers read its host as ${host}. Write it that way.`,
    "dot-segments": () => sentence`Its path has . or .. in it. Write the path out.`,
    "user-name": () => sentence`It has a user name (@). Leave it out.`,
  },
};

export const settings: SettingsTexts = {
  title: "Callbacks and settings",
  save: "Save settings",
  notSaved: "Nothing was saved.",
  confirm: {
    title: "This changes what exists",
    what: "Nothing is saved yet. If you save, from the next request on:",
    effects: {
      "access-lowered": (people) =>
        `${inPeople(people)} gave write access. Their tokens lose it at once and go on reading.`,
      "access-raised": (people) =>
        `${inPeople(people)} gave read access. Their tokens stay at that until they approve the application again.`,
      "email-off": (people) =>
        `The application sees no email address any more. ${inPeople(people)} gave it access.`,
      "sign-in-off": (people) =>
        `People are asked every time they sign in with the application, also the ${inPeople(people)} who gave it access.`,
    },
    callbackRemoved: (callback) => sentence`Requests with ${callback} are refused.`,
    noCallbackLeft:
      "Without a callback URL it is a desktop application: people get a PIN to type in, and “Sign in with the service” does not work.",
    save: "Save anyway",
    cancel: "Save nothing",
  },
};
