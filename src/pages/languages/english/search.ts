import type { LinkPurpose } from "../../../domain/one-time-link.ts";
import type { CredentialKind, InactiveReason } from "../../../domain/search.ts";
import { sentence } from "../sentence.ts";
import { inRequests } from "./counts.ts";

export const search = {
  title: "Search",
  submit: "Search",
  /** It's in the header of every page, and in the field itself as long as nothing is typed. */
  field: "Search, or paste a key or token",
  loading: "Searching…",
  failed: "Search isn’t available right now. Press Enter to try again on a page of its own.",
  /** For too many keys and tokens, or far too many names. */
  tooMany: "You’ve searched too often. Try again in a few minutes.",
  none: "Nothing found.",
  noneAdvice: "You can search for names and pages, or paste a whole ID, key, or token.",
  groups: {
    applications: "Applications",
    users: "Users",
    actions: "Actions",
    requests: "Requests",
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
  recognizes: {
    admin:
      "Also recognizes consumer keys and secrets, access tokens, bearer tokens, API keys, request IDs, and links of invitations and resets.",
    own: "Also recognizes the consumer keys and secrets, access tokens, bearer tokens, and request IDs of your applications.",
  },
  /** A pasted credential that was found. */
  credential: {
    kinds: {
      "consumer-key": "Consumer key",
      "consumer-secret": "Consumer secret",
      "access-token": "Access token",
      "access-token-secret": "Access token secret",
      "bearer-token": "Bearer token",
      "request-token": "Request token",
      "api-key": "API key",
      link: "Link",
    } satisfies Record<CredentialKind, string>,
    links: {
      invitation: "Invitation link",
      "password-reset": "Password reset link",
      "account-recovery": "Account recovery link",
      admin: "Administrator link",
      email: "Email verification link",
    } satisfies Record<LinkPurpose, string>,
    /** It follows what it is. */
    of: (whose: string) => sentence`of ${whose}`,
    states: {
      active: "Active",
      "application-suspended": "Application suspended",
      "application-unapproved": "Application not approved",
      "user-suspended": "User suspended",
      ended: "Ended",
    } satisfies Record<InactiveReason | "active", string>,
    owner: (owner: string) => sentence`by ${owner}`,
    user: (user: string) => sentence`user ${user}`,
    /** A day follows each. */
    created: "created",
    lastUsed: "last used",
    inUse: (requests: number) => `in use: ${inRequests(requests)} in the last hour`,
    /** The page that it leads to ends it. */
    end: "End it…",
    use: "See what used it",
    forgotten:
      "What you pasted was sent in the body of a request, compared, and forgotten. It isn’t in a URL or a log.",
    recorded: "The audit log says that you looked for this credential, not what you pasted.",
  },
  /** A key or token was in the page's URL. */
  inUrl: {
    title: "Not searched for",
    happened: "That looks like a key or token, and it came in a URL.",
    meaning:
      "URLs stay in browser histories and in logs. It wasn’t looked up. If it’s a secret that still works, replace it.",
    advice: "Paste it into the field above. What you paste there is never part of a URL.",
  },
};
