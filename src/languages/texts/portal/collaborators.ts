import type { ApplicationRole, CollaboratorRole } from "../../../domain/collaborator.ts";
import type { Sentence } from "../../sentence.ts";
import type { Notice } from "../explanation.ts";

/** Why nobody was invited, or offered an application. */
export type InvitationProblem =
  | "unknown"
  | "is-owner"
  | "is-collaborator"
  | "no-role"
  | "too-many"
  | "too-many-waiting";

export type CollaboratorsTexts = {
  readonly title: string;
  readonly what: string;
  readonly roles: Readonly<Record<ApplicationRole, string>>;
  readonly columns: Readonly<Record<"person" | "role" | "state" | "change", string>>;
  readonly accepted: string;
  readonly invited: string;
  /** Before the day until which an invitation or an offer waits. */
  readonly until: string;
  readonly makeRole: Readonly<Record<CollaboratorRole, string>>;
  readonly remove: string;
  readonly withdraw: string;
  readonly none: string;
  /** To a collaborator, with the way to leave. */
  readonly leaveWhat: string;
  readonly leave: string;
  readonly invite: {
    readonly title: string;
    readonly screenName: string;
    readonly role: string;
    readonly hints: Readonly<Record<CollaboratorRole, string>>;
    readonly submit: string;
    readonly notInvited: string;
    readonly problems: Readonly<Record<InvitationProblem, string>>;
  };
  /** Before somebody is made an admin by somebody who signed in a while ago. */
  readonly confirm: {
    readonly title: string;
    readonly what: (user: string) => Sentence;
    readonly submit: string;
    readonly notChanged: string;
  };
};

export type TransferTexts = {
  readonly title: string;
  readonly what: string;
  readonly screenName: string;
  readonly submit: string;
  readonly notOffered: string;
  readonly problems: Readonly<Record<InvitationProblem, string>>;
  /** Somebody has not answered yet. */
  readonly offered: (user: string) => Sentence;
  readonly withdraw: string;
};

export type InvitationNote = "declined" | "left" | "gone" | "too-many";

export type InvitationsTexts = {
  readonly title: string;
  readonly none: string;
  readonly noneAdvice: string;
  readonly invited: Readonly<
    Record<ApplicationRole, (owner: string, application: string) => Sentence>
  >;
  readonly means: Readonly<Record<ApplicationRole, string>>;
  readonly accept: Readonly<Record<ApplicationRole, string>>;
  readonly decline: string;
  readonly notes: Readonly<Record<Exclude<InvitationNote, "too-many">, string>>;
  readonly tooMany: (most: number) => string;
  /** Above one's applications. */
  readonly waiting: Notice;
};
