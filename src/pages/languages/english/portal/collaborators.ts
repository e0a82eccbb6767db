import type { ApplicationRole, CollaboratorRole } from "../../../../domain/collaborator.ts";
import { sentence } from "../../sentence.ts";

/** They concern the user who is invited, or to whom the application is offered. */
const problems = {
  missing: "Enter a screen name.",
  unknown: "No one has this screen name.",
  "is-owner": "This user already owns the application.",
  "too-many-waiting":
    "This user already has five pending invitations from you. Withdraw one, or wait for their response.",
};

export const collaborators = {
  title: "Collaborators",
  what: "Users who can work on this application with you. Only the owner can invite users, delete the application, or transfer it.",
  roles: { owner: "Owner", editor: "Editor", viewer: "Viewer" } satisfies Record<
    ApplicationRole,
    string
  >,
  invited: "Invited",
  /** The day on which an invitation or an offer expires follows. */
  until: "Expires",
  makeRole: { editor: "Make editor", viewer: "Make viewer" } satisfies Record<
    CollaboratorRole,
    string
  >,
  /** The first press only shows the hint, and the button that does it. */
  end: {
    collaborator: {
      open: "Remove",
      hint: "They lose access to this application at once, and need a new invitation to come back.",
      submit: "Remove this collaborator",
    },
    invitation: {
      open: "Withdraw invitation",
      hint: "They can no longer accept it.",
      submit: "Withdraw this invitation",
    },
  },
  none: "No collaborators yet.",
  leaveWhat: "If you leave, you can open this application again only with a new invitation.",
  leave: "Leave this application",
  invite: {
    title: "Invite someone",
    screenName: "Screen name",
    role: "Role",
    hints: {
      editor: "Changes settings, keys, and tokens.",
      viewer: "Sees usage and users. Never sees or changes keys.",
    } satisfies Record<CollaboratorRole, string>,
    submit: "Send invitation",
    notInvited: "The invitation wasn’t sent.",
    problems: {
      ...problems,
      "is-collaborator": "This user is already a collaborator or has an invitation.",
      "no-role": "Choose a role.",
      "too-many": "This application can’t have more collaborators. Remove someone first.",
    },
  },
  confirm: {
    title: "Confirm the new role",
    what: (user: string) =>
      sentence`As an editor, ${user} can change the settings and keys of this application.`,
    submit: "Make editor",
    notChanged: "The role wasn’t changed.",
  },
};

export const transfer = {
  title: "Transfer ownership",
  what: "Offer this application to someone else. It stays yours until they accept. Then you lose access to it, unless they invite you. Keys, tokens, and users stay as they are.",
  screenName: "Screen name of the new owner",
  submit: "Offer application",
  notOffered: "The application wasn’t offered.",
  problems,
  /** The user has not responded to the offer. */
  offered: (user: string) =>
    sentence`${user} was offered this application and hasn’t responded yet.`,
  withdraw: "Withdraw offer",
};

export const invitations = {
  title: "Invitations",
  none: "No invitations.",
  noneAdvice:
    "When someone invites you to work on their application, you can accept or decline here.",
  invited: {
    owner: (owner: string, application: string) =>
      sentence`${owner} wants to transfer ${application} to you`,
    editor: (owner: string, application: string) =>
      sentence`${owner} invites you to ${application} as an editor`,
    viewer: (owner: string, application: string) =>
      sentence`${owner} invites you to ${application} as a viewer`,
  } satisfies Record<ApplicationRole, unknown>,
  means: {
    owner:
      "You become responsible for it. The previous owner loses access but knows the current secrets, so regenerate them.",
    editor: "You can change its settings, keys, and tokens.",
    viewer: "You can see its usage and how many users use it.",
  } satisfies Record<ApplicationRole, string>,
  accept: {
    owner: "Become the owner",
    editor: "Accept",
    viewer: "Accept",
  } satisfies Record<ApplicationRole, string>,
  decline: "Decline",
  notes: {
    declined: "Invitation declined.",
    left: "You left the application.",
    gone: "This invitation was withdrawn or changed. Nothing was done.",
  },
  tooMany: (most: number) =>
    `You’ve reached the limit of ${most} applications. Delete or transfer one before you accept.`,
  waiting: {
    what: "You have invitations.",
    advice: "Someone wants to share an application with you.",
  },
};

export type InvitationProblem = keyof typeof collaborators.invite.problems;
export type TransferProblem = keyof typeof transfer.problems;
export type InvitationNote = keyof typeof invitations.notes | "too-many";
