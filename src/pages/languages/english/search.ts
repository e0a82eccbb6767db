import { sentence } from "../sentence.ts";

export const search = {
  title: "Search",
  submit: "Search",
  /** It's in the header of every page, and in the field itself as long as nothing is typed. */
  field: "Search, or paste a key or token",
  loading: "Searching…",
  failed: "Search isn’t available right now. Press Enter to try again on a page of its own.",
  none: "Nothing found.",
  noneAdvice: "You can search for names and pages, or paste a whole ID, key, or token.",
  groups: {
    applications: "Applications",
    users: "Users",
    actions: "Actions",
    pages: "Pages and guides",
  },
  actions: {
    /** A further page asks for a reason. */
    suspend: (application: string) => sentence`Suspend ${application}…`,
    events: (application: string) => sentence`Show events of ${application}`,
    keys: (application: string) => sentence`Keys and tokens of ${application}`,
    usage: (application: string) => sentence`Usage of ${application}`,
    inviteUser: "Invite a user",
    createApiKey: "Create an API key",
    createApplication: "Create an application",
    downloadData: "Download your data",
    signOutElsewhere: "Sign out of other devices",
  },
  /** What the keys do, in the dialog's last line. The key itself comes first. */
  keys: { choose: "choose", open: "open", close: "close", also: "also opens it" },
  recognizes:
    "Also recognizes consumer keys and secrets, access tokens, bearer tokens, API keys, and links of invitations and resets.",
  /** Somebody put a key or token into the page's URL. */
  inUrl: {
    title: "Not searched for",
    happened: "That looks like a key or token, and it came in a URL.",
    meaning:
      "URLs stay in browser histories and in logs. It wasn’t looked up. If it’s a secret that still works, replace it.",
    advice: "Paste it into the field above. What you paste there is never part of a URL.",
  },
};
