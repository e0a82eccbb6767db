import type { ApplicationLink } from "../../../../domain/application.ts";
import type { UsersEffect } from "../../../../domain/application-change.ts";
import type { CallbackProblemName } from "../../../../domain/callback.ts";
import type { ApplicationProblem } from "../../../../domain/fields/application.ts";
import { type Sentence, sentence } from "../../sentence.ts";
import { inUsers } from "../counts.ts";

/** What each of the callback URLs above the sentence needs. The fields of a form leave out empty lines. */
const callbackProblems: Readonly<
  Record<Exclude<CallbackProblemName, "empty">, (about: string) => Sentence>
> = {
  oob: () => sentence`An application without callback URLs uses PINs automatically.`,
  "too-long": () => sentence`A callback URL can have up to 1,000 characters.`,
  "not-ascii": () =>
    sentence`Percent-encode spaces and non-ASCII letters, and write the host in its xn-- form.`,
  unencoded: () => sentence`Percent-encode the characters that URLs can’t contain.`,
  fragment: () => sentence`Remove the fragment (#).`,
  query: () =>
    sentence`Remove the query (?). A request can add any query to the callback it sends.`,
  "no-scheme": () =>
    sentence`Add a scheme, as in https://app.example/callback or com.example.app://.`,
  "forbidden-scheme": (scheme) =>
    sentence`The scheme ${scheme} is reserved for a system, a browser, or another protocol. Use your domain in reverse, such as com.example.app.`,
  "scheme-only": (scheme) =>
    sentence`Register an app’s own scheme as ${`${scheme}://`} with nothing after it.`,
  "plain-http": () =>
    sentence`http is allowed only for your own computer (localhost, 127.0.0.1, [::1]). Use https.`,
  host: () => sentence`The host must be a plain name or address, without a trailing dot.`,
  "invalid-host": () => sentence`The host isn’t valid.`,
  "other-host": (host) => sentence`Browsers read the host as ${host}. Write it that way.`,
  "dot-segments": () => sentence`Write the path without . or .. segments.`,
  "user-name": () => sentence`Remove the user name (@).`,
};

export const preview = {
  title: "Preview of the consent page",
  /** The warnings follow, as sentences. */
  warned: "Users will be warned:",
  /** The application has no name yet. */
  unnamed: "Your application",
};

export const draft = {
  name: "Name",
  nameHint: "Users see this when you ask them for access. Up to 50 characters.",
  /** The summary of what is folded. */
  optional: "Shown to users, and more (optional)",
  description: "Description",
  descriptionHint: "A sentence for the users you ask. Up to 200 characters.",
  website: "Website",
  websiteHint: "Shown next to the name, for example https://app.example.",
  /** The hint belongs to the links to terms, privacy policy and support. */
  linkHint: "Shown with the application when it asks for access.",
  links: {
    terms: "Terms of service URL",
    privacy: "Privacy policy URL",
    support: "Support URL",
  } satisfies Record<ApplicationLink, string>,
  access: "Access",
  read: "Read",
  readHint: "See a user’s profile and everything they can see.",
  write: "Read and write",
  writeHint: "Also post and change things for them.",
  callbacks: "Callback URLs",
  callbacksHint: (most: number) =>
    `Where users return to after they approve. One per line, up to ${most}. Leave empty for a desktop application: users then get a PIN to enter.`,
  requestEmail: "Request email addresses",
  requestEmailHint: "Users who approve also share their email address with the application.",
  signIn: (service: string) => sentence`Enable “Sign in with ${service}”`,
  signInHint: "Users who already gave access are sent straight back without being asked again.",
  problems: {
    "no-name": "Enter a name.",
    "long-name": "Names can have up to 50 characters.",
    "odd-name": "The name contains an invisible character. Delete it and type the name again.",
    "long-description": "Descriptions can have up to 200 characters.",
    "odd-description":
      "The description contains an invisible character. Delete it and type the text again.",
    website: "Enter a URL, such as https://app.example.",
    termsUrl: "Enter a URL, such as https://app.example/terms.",
    privacyUrl: "Enter a URL, such as https://app.example/privacy.",
    supportUrl: "Enter a URL, such as https://app.example/support.",
    "no-access": "Choose an access level.",
  } satisfies Record<ApplicationProblem | "no-access", string>,
  tooManyCallbacks: (most: number) => `You can register up to ${most} callback URLs. Remove some.`,
  moreCallbacksRejected: (count: number) => `${count} more can’t be registered.`,
  /** `about` is the scheme or host that the problem names, or empty. */
  callbackProblems,
};

export const settings = {
  title: "Settings",
  icon: {
    title: "Icon",
    choose: "Image file",
    hint: "A PNG, JPEG, or WebP file, up to 512 KB and 2,048 × 2,048 pixels. A square image looks best. For 7 days, the consent page says that it changed.",
    upload: "Upload icon",
    remove: "Remove icon",
    notSaved: "The icon wasn’t saved.",
    problems: {
      missing: "Choose a file.",
      "too-large": "The file is larger than 512 KB.",
      unreadable:
        "This isn’t a PNG, JPEG, or WebP image, or it’s damaged, animated, or larger than 2,048 × 2,048 pixels. Save it again as a smaller image.",
    },
  },
  networks: {
    title: "Allowed networks",
    label: "Networks",
    hint: (most: number) =>
      `One address prefix per line, such as 203.0.113.0/24 or 2001:db8::/32, or an IP address; up to ${most}. Requests from other networks are rejected. If the list is empty, requests may come from everywhere.`,
    tooMany: (most: number) => `You can list up to ${most} networks. Remove some.`,
    unreadable: "is not a network. Enter an address prefix, such as 203.0.113.0/24.",
    writeAs: (network: string) => sentence`must be written as ${network}.`,
    bearerOnly: "For the bearer token only",
    bearerOnlyHint:
      "Then the consumer secret may be used from every network, for example by programs on users’ devices.",
  },
  sha256: {
    label: "Require HMAC-SHA256 or stronger",
    hint: "Requests signed with HMAC-SHA1, or with a SHA-1 hash of their body (oauth_body_hash), are rejected. Turn this on once every program that signs as this application uses SHA-256 for both.",
    notAccepted:
      "This service accepts only HMAC-SHA1, so every signed request of the application would be rejected.",
  },
  save: "Save settings",
  /** Below is a link to the page that transfers or deletes the application. */
  last: "Offer this application to someone else, or permanently delete it.",
  notSaved: "Your settings weren’t saved.",
  changedSince:
    "The settings were changed elsewhere since you opened this page. Access, callback URLs, and sign-in are shown as they are now. Check them and save again.",
  confirm: {
    title: "Confirm these changes",
    what: "Nothing is saved yet. If you save, these changes take effect with the next request:",
    effects: {
      "access-lowered": (users: number) =>
        `${inUsers(users)} gave write access. Their tokens become read-only.`,
      "access-raised": (users: number) =>
        `${inUsers(users)} gave read access. Their tokens stay read-only until they approve the application again.`,
      "email-off": (users: number) =>
        `The application no longer sees email addresses. ${inUsers(users)} gave it access.`,
      "sign-in-off": (users: number) =>
        `Users are asked every time they sign in with the application, including the ${inUsers(users)} who gave it access.`,
    } satisfies Record<UsersEffect, unknown>,
    callbackRemoved: (callback: string) => sentence`Requests with ${callback} are rejected.`,
    noCallbackLeft:
      "Without a callback URL, it’s a desktop application: users get a PIN to enter, and signing in with this service doesn’t work.",
    networksLimited:
      "Requests with the application’s credentials from any other network are rejected from the next one on.",
    sha1Rejected:
      "Requests that are signed with HMAC-SHA1, or with a SHA-1 hash of their body, are rejected, and programs that still use SHA-1 stop working. Bearer tokens work as before.",
    save: "Save anyway",
    cancel: "Cancel",
  },
};

export type IconProblem = keyof typeof settings.icon.problems;
