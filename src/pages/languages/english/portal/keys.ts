import type { AccessLevel } from "../../../../domain/access.ts";
import type { Overlap } from "../../../../domain/application.ts";
import { sentence } from "../../sentence.ts";
import { inAddresses, inUsers } from "../counts.ts";

export const keys = {
  title: "Keys and tokens",
  terms: {
    "consumer-key": "Consumer key",
    "consumer-secret": "Consumer secret",
    "bearer-token": "Bearer token",
    "access-token": "Your own access token",
  },
  /** The columns of the table of credentials. */
  columns: {
    credential: "Credential",
    created: "Created",
    lastUsed: "Last used",
    addresses: "Addresses, 30 days",
    state: "State",
  },
  active: "Active",
  suspended: "Suspended",
  /** No use was counted in this time. */
  unused: "Not in the last 30 days",
  levels: { read: "Read access", write: "Read and write access" } satisfies Record<
    AccessLevel,
    string
  >,
  /** During an overlap. */
  previous: {
    secret: "Previous consumer secret",
    bearer: "Previous bearer token",
    apiKey: "Previous API key",
    /** A date and time follow each. */
    until: "Works until",
    notUsedSince: "Not used since",
    used: "Still used",
    /** It follows the time of its last use. */
    safe: "Safe to revoke",
    notMoved: (count: number) =>
      `${inAddresses(count)} ${count === 1 ? "hasn’t" : "haven’t"} used the new secret yet.`,
  },
  /** A day follows, and how many days ago that was. */
  set: "Created on",
  /** A date and time follow. */
  previousUntil: "The previous secret works until",
  previousRevoked: "The previous secret no longer works.",
  /** A day follows, and how many days ago that was. */
  outstanding: "Active since",
  noBearer: "No bearer token.",
  /** The previous secret fetched the token. A date and time follow. */
  previousBearerUntil: "The token fetched with the previous secret works until",
  noAccess: "No access token.",
  /** A day follows each, and how many days ago that was. */
  access: { read: "Read access since", write: "Read and write access since" } satisfies Record<
    AccessLevel,
    string
  >,
  /** Each links to a credential's page and says what it offers. */
  links: {
    create: { only: "Create", orRevoke: "Create or revoke" },
    regenerate: { only: "Regenerate", orRevoke: "Regenerate or revoke" },
    revoke: "Revoke",
  },
  /** An administrator ended the secret. A date and time follow `endedOn`. */
  ended: "Ended",
  endedOn: "An administrator ended it on",
  endedMeans:
    "Requests signed with it are rejected until you create a new one. Users don’t need to give access again.",
  createSecret: {
    title: "Create a new secret",
    what: "An administrator ended the previous secret, so nothing works until your programs have a new one. It’s shown once. Users don’t need to give access again.",
    submit: "Create secret",
  },
  notDone: "Nothing was changed.",
  regenerateSecret: {
    title: "Regenerate the secret",
    what: "You get a new secret, shown once. Clients keep working if you give them the new secret before the old one ends. A bearer token ends together with the secret it was fetched with, so clients then fetch a new one with the new secret.",
    users: (users: number) =>
      `${inUsers(users)} gave access. Every client that acts for them signs with this secret.`,
    endsOlder:
      "Two secrets work right now. The older one and its bearer token stop working when you regenerate.",
    overlap: "How long should the current secret keep working?",
    overlaps: {
      "0": { label: "Not at all", hint: "If someone else may know it." },
      "1h": { label: "1 hour", hint: "If you can change every client right away." },
      "24h": { label: "24 hours", hint: "If you can change every client within a day." },
      "7d": { label: "7 days", hint: "If some clients need a new release to switch." },
    } satisfies Record<Overlap, unknown>,
    chooseOverlap: "Choose how long the current secret keeps working.",
    submit: "Regenerate secret",
  },
  revokePreviousSecret: {
    title: "Revoke the previous secret early",
    what: "Clients that still sign with the previous secret, or use a bearer token they fetched with it, stop working immediately.",
    users: (users: number) =>
      `${inUsers(users)} gave access. Clients that act for them with the previous secret will be rejected.`,
    submit: "Revoke the previous secret",
  },
  noUsers: (application: string) =>
    sentence`No one has given ${application} access, so no client acts for a user.`,
  issueBearer: {
    title: "Create a bearer token",
    what: "A bearer token represents the application, not a user. There’s one at a time for each consumer secret; it’s shown once and ends with that secret. Clients can also fetch it with the consumer key and secret.",
    submit: "Create bearer token",
  },
  revokeBearer: {
    title: "Revoke the bearer token",
    what: "Clients that use it are rejected until they fetch a new one. A token fetched with the previous secret is revoked too. The current token can’t be shown again. If you need one that you can copy, revoke this one and create another.",
    whatPrevious:
      "The token fetched with the previous secret stops working. Clients that use it are rejected until they fetch a new one.",
    submit: "Revoke bearer token",
  },
  makeAccess: {
    create: "Create your access token",
    regenerate: "Regenerate your access token",
    what: "Your own programs can use it to act as you without asking first. The token and its secret are shown once.",
    level: {
      read: "It can read your profile and any content you can see.",
      write: "It can read, post, and change things as you.",
    } satisfies Record<AccessLevel, string>,
    withEmail: "It can see your email address.",
    endsCurrent: "Your current token with the same access stops working immediately.",
  },
  revokeAccess: {
    title: "Revoke your access",
    what: "All tokens that this application has for you stop working immediately. Other users’ access isn’t affected.",
  },
  /** The page shows a new secret, once. */
  made: {
    "consumer-secret": "Your new consumer secret",
    "bearer-token": "Your bearer token",
    "access-token": "Your access token",
  },
  /** A list of lines follows, and the name of the file is beside it. */
  file: "File",
  envLines: "Lines to add to the file",
  /** The argument is the file with the access token. */
  withoutToken: (file: string) =>
    sentence`Your access token still works, but it can’t be shown again, so this file doesn’t have it. Copy its lines into ${file}.`,
  labels: { token: "Access token", "token-secret": "Access token secret" },
  shownOnce: {
    what: "This is shown only once.",
    advice:
      "Copy it now and keep it as safe as a password. If you lose it, you’ll need to create a new one.",
  },
  reload: "Reloading this page doesn’t create another one.",
  /** The form no longer applies: it was sent twice, or the page was out of date. */
  stale: {
    "consumer-secret": {
      happened: "This secret was already regenerated",
      meaning:
        "The form was sent twice, or the secret was regenerated somewhere else after you opened the page. Nothing was changed this time.",
      advice: "If you didn’t see the newest secret, regenerate it.",
    },
    "bearer-token": {
      happened: "A bearer token already exists",
      meaning:
        "It was shown when it was created, or a client fetched it. Nothing was changed this time.",
      advice: "If no one saved it, revoke it and create another.",
    },
    "access-token": {
      happened: "Your access token was already created",
      meaning:
        "The form was sent twice, or the token was created somewhere else after you opened the page. Nothing was changed this time.",
      advice: "If you didn’t see the newest token, regenerate it.",
    },
  },
};

export type Credential = keyof typeof keys.made;
