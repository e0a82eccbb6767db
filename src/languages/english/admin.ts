import { sentence } from "../sentence.ts";
import type { AdminTexts } from "../texts/admin.ts";
import { inMinutes } from "./dates.ts";

export const admin: AdminTexts = {
  search: {
    submit: "Search",
    suspendedOnly: "Only suspended ones",
    none: "Nothing was found.",
    noneAdvice: "Check the spelling, or search for less: an empty field finds everything.",
  },
  states: { active: "Active", suspended: "Suspended", operator: "Operator" },
  yes: "Yes",
  no: "No",
  nothing: "—",
  id: "Number",
  name: "Name",
  state: "State",
  made: "Made",
  whatHappened: "What happened here",
  notDone: "Nothing was changed.",
  people: {
    title: "People",
    label: "Find people",
    hint: "The beginning of a screen name, a whole email address, or a number.",
    screenName: "Screen name",
  },
  person: {
    title: (user) => sentence`Person: ${user}`,
    email: "Email address",
    sessions: "Open sessions",
    atLeast: (count) => `${numbers.format(count)} or more`,
    applications: "Applications",
    noApplications: "Owns no application.",
    moreApplications: "There are more than are listed here.",
    access: "Signing in",
    accessHint:
      "If somebody else may be using this account, sign it out everywhere and make a link to a new password.",
    endSessions: "Sign out everywhere",
    endOtherSessions: "Sign out everywhere else",
    makeLink: "Make the link",
    linkHint: (minutes) =>
      `Whoever opens the link chooses the password, once, within ${inMinutes(minutes)}. Give it to nobody but this person.`,
    link: {
      title: "Link to a new password",
      shownOnce: (user) => sentence`For ${user}. It is shown this once: copy it now.`,
    },
    operator: {
      title: "Operator",
      hint: "Operators see these pages: they can suspend everybody, and make other operators.",
      make: "Make an operator",
      unmake: "Take operator’s rights away",
    },
    yourself:
      "This is you. Another operator can suspend you or take your rights away; you cannot, so that somebody is always left.",
    done: {
      suspended: "Suspended. From the next request on, nothing of this account works.",
      restored: "Restored. Everything works again as before.",
      "operator-made": "This person is an operator now.",
      "operator-unmade": "This person is no operator any more.",
      "sessions-ended": "Signed out everywhere.",
    },
  },
  suspension: {
    title: "Suspension",
    hint: {
      person:
        "Signing in, access tokens and the applications’ access to this account stop with the next request. Nothing is deleted.",
      application:
        "Every request of this application is refused from the next one on. Nothing is deleted.",
    },
    reason: "Reason",
    reasonHint: {
      person: "The person reads it after typing the right password. Up to 200 characters.",
      application: "The owner reads it in the developer portal. Up to 200 characters.",
    },
    problems: {
      missing: "Say why: the reason is what people read.",
      "too-long": "The reason may have at most 200 characters, in one line.",
    },
    suspend: "Suspend",
    because: (reason) => sentence`Suspended because: ${reason}`,
    restoreHint: "Everything that worked before works again at once.",
    restore: "Restore",
  },
  applications: {
    title: "Applications",
    label: "Find applications",
    hint: "The beginning of a name, a consumer key, or a number.",
    owner: "Owner",
  },
  application: {
    title: (application) => sentence`Application: ${application}`,
    consumerKey: "Consumer key",
    website: "Website",
    description: "Description",
    access: "Access",
    levels: { read: "Read", write: "Read and write" },
    callbacks: "Callback addresses",
    noCallbacks: "None: it uses codes",
    signIn: "Signs people in without asking again",
    requestEmail: "Asks for email addresses",
    secretSet: "Secret set",
    grants: "People who let it in",
    limits: {
      title: "Limits",
      hint: "Requests in 15 minutes. An empty field means the usual limit; a change holds from the next request on.",
      off: "The configuration turned all limits off, so none is counted now.",
      operation: "Operation",
      usual: "Usual",
      own: "This application",
      ownFor: (operation) => `Limit of ${operation} for this application`,
      problem: "A limit is a whole number from 1 to 1,000,000.",
      save: "Save limits",
    },
    done: {
      suspended: "Suspended. From the next request on, nothing of this application works.",
      restored: "Restored. Everything works again as before.",
      "limits-changed": "The limits are saved.",
    },
  },
};

const numbers = new Intl.NumberFormat("en");
